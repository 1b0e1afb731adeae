// A Vite plugin that renders the header and the home screen into index.html, so that they show and work before any script
// of the page has loaded.
import { createHash } from "node:crypto";
import { h } from "preact";
import { render } from "preact-render-to-string";
import { build, type Plugin } from "vite";
import { Shell } from "../src/app/Shell.tsx";
import { home } from "../src/text/english/home.ts";

const START = "src/app/start.ts";
const RULES_MODULE = /trid_rules_bg.*\.wasm$/;

/** The HTML of the header, the home screen and the place of the game. */
export function renderShell(): string {
  const html = render(h(Shell, { title: null, canContinue: false }));
  return `<div id="shell">${html}</div><noscript>${home.needsScript}</noscript>`;
}

export function shell(): Plugin {
  let start = "";
  return {
    name: "shell",
    async generateBundle() {
      const code = await bundleStart();
      start = `assets/start-${createHash("sha256").update(code).digest("hex").slice(0, 8)}.js`;
      this.emitFile({ type: "asset", fileName: start, source: code });
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const files = Object.keys(bundle ?? {});
        return html.replace("<!-- shell -->", renderShell()).replace("<!-- start -->", startTags(start, files));
      },
    },
  };
}

/** The script that runs before the first paint, without imports. */
async function bundleStart(): Promise<string> {
  const lib = { entry: START, formats: ["iife" as const], name: "start" };
  const built = await build({ configFile: false, logLevel: "error", build: { write: false, target: "es2022", lib } });
  const [result] = Array.isArray(built) ? built : [built];
  if (!("output" in result)) throw new Error("the start script was not built");
  return result.output[0].code;
}

/** The script, and a preload of the rules, so that they load beside the page's code. */
function startTags(start: string, files: readonly string[]): string {
  if (files.length === 0) return `<script type="module" src="/${START}"></script>`;
  const rules = files.find((name) => RULES_MODULE.test(name));
  if (start === "" || rules === undefined) throw new Error("the build has no start script or no rules");
  return `<script src="./${start}"></script>
<link rel="preload" as="fetch" type="application/wasm" crossorigin href="./${rules}" />`;
}
