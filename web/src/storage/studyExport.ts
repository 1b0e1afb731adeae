// Studies in an exported file: a line that readers of T-PGN skip, `% trid.study {json}`, and then the study as a game.
import { fieldsIn } from "./storage";
import { isStudy, type StoredStudy } from "./studies";

const LINE = /^% trid\.study (.+)$/m;

export function hasStudies(text: string): boolean {
  return LINE.test(text);
}

export function writeStudy(study: StoredStudy, tpgn: string): string {
  // JSON leaves out what is undefined.
  return `% trid.study ${JSON.stringify({ ...study, record: undefined })}\n${tpgn}`;
}

/** The studies of a text, and the text without them. A study whose line is damaged stays a game. */
export function readStudies(text: string): { readonly studies: readonly StoredStudy[]; readonly others: string } {
  const [before = "", ...parts] = text.split(LINE);
  const studies: StoredStudy[] = [];
  let others = before;
  for (let at = 0; at < parts.length; at += 2) {
    const record = parts[at + 1]?.trim() ?? "";
    const study = { ...fieldsIn(parts[at] ?? null), record };
    if (isStudy(study)) studies.push(study);
    else others += record;
  }
  return { studies, others };
}
