// All studies of this browser as the text of a file that restores them.
import { loadAnalysisModule } from "../core/analysisModule";
import type { StoredStudy } from "../storage/studies";
import { writeStudy } from "../storage/studyExport";

/** The text, and the names of studies that could not be read. */
export interface ExportedStudies {
  readonly text: string;
  readonly failed: readonly string[];
}

export async function exportStudies(studies: readonly StoredStudy[]): Promise<ExportedStudies> {
  const { WasmStudy } = await loadAnalysisModule();
  const failed: string[] = [];
  const texts = studies.map((study) => {
    try {
      const handle = new WasmStudy(study.record);
      const record = handle.record("tpgn");
      handle.free();
      return writeStudy(study, record);
    } catch {
      failed.push(study.name);
      return "";
    }
  });
  return { text: texts.join(""), failed };
}
