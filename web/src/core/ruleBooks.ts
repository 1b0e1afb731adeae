// The rule books, in the order in which the page offers them.
import type { RuleBook } from "../wire/world";

export const RULE_BOOKS = ["revised", "meder"] as const satisfies readonly RuleBook[];
