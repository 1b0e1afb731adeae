// Checks JSON against the generated types with the TypeScript compiler.
import { join } from "node:path";
import ts from "typescript";

const WIRE = join(import.meta.dirname, "../../src/wire");

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  types: [],
};

/** A JSON text, the type it should have, and the file of `src/wire` that declares the type. */
export interface Example {
  readonly json: string;
  readonly type: string;
  readonly file: string;
}

/** The type errors of each example: wrong or unknown values, missing or additional keys. */
export function typeErrors(examples: readonly Example[]): string[][] {
  const sources = new Map(examples.map((example, index) => [join(WIRE, `example${index}.ts`), source(example)]));
  const disk = ts.createCompilerHost(OPTIONS);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => sources.has(path) || disk.fileExists(path),
    getSourceFile(path, options) {
      const text = sources.get(path);
      return text === undefined ? disk.getSourceFile(path, options) : ts.createSourceFile(path, text, options);
    },
  };
  const program = ts.createProgram([...sources.keys()], OPTIONS, host);
  return [...sources.keys()].map((path) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(path))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
  );
}

function source({ json, type, file }: Example): string {
  return `import type * as wire from "./${file}";\nexport const value: wire.${type} = ${json};\n`;
}
