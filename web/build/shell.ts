// A Vite plugin that writes the header and the home screen into index.html, so that they show and work before any script
// of the page has loaded. The texts come from the catalogue.
import type { IndexHtmlTransformContext, Plugin } from "vite";
import { ICON_PATHS, type IconName } from "../src/ui/iconPaths.ts";
import { home as text } from "../src/text/english/home.ts";
import { english } from "../src/text/english/index.ts";

const { header } = english.page;

/** Buttons carry the address that they open: `start.ts` goes there on a click. */
const HEADER: readonly { address: string; icon: IconName; label: string; class?: string }[] = [
  { address: "#new", icon: "plus", label: header.newGame },
  { address: "#online", icon: "people", label: header.online, class: "needs-server" },
  { address: "#learn=resume", icon: "learn", label: header.learn },
  { address: "#analysis", icon: "analyse", label: header.analyse },
  { address: "#games", icon: "games", label: header.games },
  { address: "#share", icon: "share", label: header.share, class: "needs-game" },
  { address: "#import", icon: "import", label: header.open },
  { address: "#view", icon: "view", label: header.view },
  { address: "#help", icon: "help", label: header.help },
];

const HOME: readonly { address: string; icon: IconName; label: string; hint: string; class: string }[] = [
  {
    address: "#new=computer",
    icon: "computer",
    label: text.playComputer,
    hint: text.playComputerHint,
    class: "primary",
  },
  {
    address: "#online",
    icon: "people",
    label: text.playFriend,
    hint: text.playFriendHint,
    class: "needs-server",
  },
  {
    address: "#new=person",
    icon: "screen",
    label: text.twoPlayers,
    hint: text.twoPlayersHint,
    class: "",
  },
  { address: "#learn", icon: "learn", label: text.learn, hint: text.learnHint, class: "" },
  { address: "#analysis", icon: "analyse", label: text.analyse, hint: text.analyseHint, class: "" },
  { address: "#puzzles", icon: "puzzle", label: text.puzzles, hint: text.puzzlesHint, class: "" },
];

const BRAND = `<svg class="brand-mark" viewBox="0 0 48 48" aria-hidden="true"><path d="M6 34l18-7 18 7-18 7z"/><path d="M6 24l18-7 18 7-18 7z"/><path d="M6 14l18-7 18 7-18 7z"/></svg>`;

/** The HTML of the header, the home screen and the place of the game. */
export function renderShell(): string {
  const navigation = HEADER.map(
    ({ address, icon, label, class: extra = "" }) =>
      `<button type="button" class="quiet ${extra}" data-address="${address}" title="${label}">${iconSvg(icon)}<span>${label}</span></button>`,
  );
  const choices = HOME.map(
    ({ address, icon, label, hint, class: extra }) =>
      `<button type="button" class="home-choice ${extra}" data-address="${address}">${iconSvg(icon)}<span><b>${label}</b><small>${hint}</small></span></button>`,
  );
  return `<a class="skip" href="#play">${text.skip}</a>
<header class="header">
<h1 class="brand"><a href="#home" aria-label="${text.homeLink}">${BRAND}<span>${english.page.name}</span></a></h1>
<p class="header-game" id="game-title"></p>
<nav class="header-actions" aria-label="${header.label}">${navigation.join("")}</nav>
</header>
<div class="stage">
<main class="home">
<h2>${text.title}</h2>
<p>${text.line}</p>
<div class="home-offer" id="first-minute">
<p><b>${text.firstMinute}</b> ${text.firstMinuteHint}</p>
<button type="button" class="primary" data-address="#learn=first/1">${text.firstMinuteStart}</button>
<button type="button" class="quiet">${text.firstMinuteLater}</button>
</div>
<div class="home-choices">
<button type="button" class="home-choice primary" id="continue-game" data-address="#play" hidden>${iconSvg("forward")}<span><b>${text.continueGame}</b></span></button>
<button type="button" class="home-choice needs-server needs-player" id="online-games" data-address="#online">${iconSvg("people")}<span><b>${text.onlineGames}</b><small></small></span></button>
${choices.join("\n")}
</div>
</main>
<div id="page"></div>
</div>
<noscript>${text.needsScript}</noscript>`;
}

function iconSvg(name: IconName): string {
  return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICON_PATHS[name]}"/></svg>`;
}

const START = "src/app/start.ts";
const RULES_MODULE = /trid_rules_bg.*\.wasm$/;

export function shell(): Plugin {
  let building = false;
  return {
    name: "shell",
    configResolved: (config) => {
      building = config.command === "build";
    },
    buildStart() {
      if (building && !process.env["VITEST"]) this.emitFile({ type: "chunk", id: START, name: "start" });
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        return html.replace("<!-- shell -->", renderShell()).replace("<!-- start -->", startTags(bundle));
      },
    },
  };
}

/** The script that runs before the first paint, and a preload of the rules, so that they load beside the page's code. */
function startTags(bundle: IndexHtmlTransformContext["bundle"]): string {
  if (bundle === undefined) return `<script type="module" src="/${START}"></script>`;
  const files = Object.values(bundle);
  const start = files.find((file) => file.type === "chunk" && file.facadeModuleId?.endsWith(START));
  const rules = files.find((file) => RULES_MODULE.test(file.fileName));
  if (!start || !rules) throw new Error("the build has no start script or no rules");
  return `<script src="./${start.fileName}"></script>
<link rel="preload" as="fetch" type="application/wasm" crossorigin href="./${rules.fileName}" />`;
}
