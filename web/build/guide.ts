// A Vite plugin for the module `virtual:guide`: the guide, read from Markdown at build time, with the diagrams as files.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { readGuide, type Diagrams } from "./guideReader.ts";
import type { Guide } from "../src/learn/guide/document.ts";

const DOCS = join(import.meta.dirname, "../../docs/play");
const PAGES = ["rules.md", "other-rules.md"];
const POSITIONS = "diagrams/positions.json";

const NAME = "virtual:guide";
const RESOLVED = `\0${NAME}`;

/** The guide of this repository. */
export function repositoryGuide(image: Diagrams["image"]): Guide {
  const positions = JSON.parse(readFileSync(join(DOCS, POSITIONS), "utf8")) as Diagrams["positions"];
  const sources = PAGES.map((name) => ({ name, markdown: readFileSync(join(DOCS, name), "utf8") }));
  return readGuide(sources, { positions, image, size: sizeOf });
}

/** The size that an SVG states. */
function sizeOf(name: string): { width: number; height: number } {
  const svg = readFileSync(join(DOCS, `diagrams/${name}.svg`), "utf8");
  const [, width, height] = / width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return { width: Math.round(Number(width)), height: Math.round(Number(height)) };
}

export function guide(): Plugin {
  return {
    name: "guide",
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    load(id) {
      if (id !== RESOLVED) return null;
      for (const file of [...PAGES, POSITIONS]) this.addWatchFile(join(DOCS, file));
      return renderModule();
    },
  };
}

/** A module that exports the guide and imports each picture, so that the build gives it a file. */
function renderModule(): string {
  const names: string[] = [];
  const read = repositoryGuide((name) => {
    if (!names.includes(name)) names.push(name);
    return `image ${name}`;
  });
  const imports = names.map(
    (name, index) => `import image${index} from ${JSON.stringify(join(DOCS, `diagrams/${name}.svg`))};`,
  );
  const json = JSON.stringify(read).replaceAll(/"image ([\w-]+)"/g, (_, name: string) => `image${names.indexOf(name)}`);
  return `${imports.join("\n")}\nexport const guide = ${json};\n`;
}
