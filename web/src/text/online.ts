// The texts of online games, which are loaded with the first one.
import type { Catalogue } from ".";
import { online } from "./english/online";

export const onlineText: Catalogue["online"] = online;
