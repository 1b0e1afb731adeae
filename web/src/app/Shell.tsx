/** @jsxImportSource preact */
// The header, the home screen and the place of the app. The build renders them into `index.html`, so that they show and
// work before any script of the page has loaded: buttons carry the address that they open, and `start.ts` goes there.
import type { ComponentChildren } from "preact";
import { home } from "../text/english/home.ts";
import { english } from "../text/english/index.ts";
import { Icon, type IconName } from "../ui/icons.tsx";
import type { RunningGame } from "../online/onlineTurns.ts";
import { playerName } from "../online/playerName.ts";
import type { Player } from "../wire/online.ts";

const { header, name } = english.page;

interface Link {
  readonly address: string;
  readonly icon: IconName;
  readonly label: string;
  readonly class?: string;
}

const ACTIONS: readonly Link[] = [
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

const CHOICES: readonly (Link & { readonly hint: string })[] = [
  {
    address: "#new=computer",
    icon: "computer",
    label: home.playComputer,
    hint: home.playComputerHint,
    class: "primary",
  },
  { address: "#online", icon: "people", label: home.playFriend, hint: home.playFriendHint, class: "needs-server" },
  { address: "#new=person", icon: "screen", label: home.twoPlayers, hint: home.twoPlayersHint },
  { address: "#learn", icon: "learn", label: home.learn, hint: home.learnHint },
  { address: "#analysis", icon: "analyse", label: home.analyse, hint: home.analyseHint },
];
const DAILY = { address: "#puzzles=daily", icon: "puzzle", label: home.daily } as const;

/** The puzzle of the day: its task, and a picture of it. */
export interface DailyNews {
  readonly hint: string;
  readonly picture: ComponentChildren;
}

export interface ShellProps {
  /** The game on the board. */
  readonly title: ComponentChildren;
  readonly canContinue: boolean;
  /** The number of online games that wait for a move. */
  readonly turns?: number;
  /** The online games that have not ended. */
  readonly running?: readonly RunningGame[];
  /** The players who wait for an opponent. */
  readonly lobby?: readonly Player[];
  /** The puzzle of the day. */
  readonly daily?: DailyNews | null;
}

export function Shell({ title, canContinue, turns = 0, running = [], lobby = [], daily = null }: ShellProps) {
  return (
    <>
      <a class="skip" href="#play">
        {home.skip}
      </a>
      <header class="header">
        <h1 class="brand">
          <a href="#home" aria-label={home.homeLink}>
            <svg class="brand-mark" viewBox="0 0 48 48" aria-hidden="true">
              <path d="M6 34l18-7 18 7-18 7z" />
              <path d="M6 24l18-7 18 7-18 7z" />
              <path d="M6 14l18-7 18 7-18 7z" />
            </svg>
            <span>{name}</span>
          </a>
        </h1>
        <p class="header-game">{title}</p>
        <nav class="header-actions" aria-label={header.label}>
          {ACTIONS.map((action) => (
            <Action key={action.address} action={action} count={action.address === "#online" ? turns : 0} />
          ))}
        </nav>
      </header>
      <div class="stage">
        <main class="home">
          <h2>{home.title}</h2>
          <p>{home.line}</p>
          <div class="home-offer" id="first-minute">
            <p>
              <b>{home.firstMinute}</b> {home.firstMinuteHint}
            </p>
            <button type="button" class="primary" data-address="#learn=first/1">
              {home.firstMinuteStart}
            </button>
            <button type="button" class="quiet">
              {home.firstMinuteLater}
            </button>
          </div>
          <div class="home-choices">
            <Running games={running} />
            <Choice address="#play" icon="forward" label={home.continueGame} class="primary" hidden={!canContinue} />
            {CHOICES.map((choice) => (
              <Choice key={choice.address} {...choice} {...newsOf(choice, lobby)} />
            ))}
            <Daily news={daily} />
          </div>
        </main>
        <div id="page" />
      </div>
    </>
  );
}

/** The player's online games. A single one opens at once. */
function Running({ games }: { games: readonly RunningGame[] }) {
  const [first, second] = games;
  if (!first) return null;
  const opponent = playerName(first.opponent);
  const waiting = games.filter(({ isMyTurn }) => isMyTurn).length;
  return (
    <Choice
      address={second ? "#online" : `#online=${first.id}`}
      icon="people"
      label={second ? home.severalRunning(games.length) : home.running(opponent)}
      hint={second ? home.yourTurnIn(waiting) : first.isMyTurn ? home.yourTurn : home.theirTurn(opponent)}
      class="primary needs-server"
    />
  );
}

/** What a choice says instead of its usual words, once that is known. */
function newsOf({ address }: Link, lobby: readonly Player[]): { hint?: string } {
  const [first, second] = lobby;
  if (address === "#online" && first) {
    return { hint: second ? home.severalWait(lobby.length) : home.waits(playerName(first)) };
  }
  return {};
}

/** With its picture, which a press opens too, once that is known. */
function Daily({ news }: { news: DailyNews | null }) {
  return (
    <div class="home-daily" data-address={DAILY.address}>
      <Choice {...DAILY} hint={news?.hint ?? home.dailyHint} />
      {news?.picture}
    </div>
  );
}

function Action({ action, count }: { action: Link; count: number }) {
  const { address, icon, label } = action;
  const title = count === 0 ? label : `${label}: ${header.onlineTurns(count)}`;
  return (
    <button
      type="button"
      class={`quiet ${action.class ?? ""}`}
      data-address={address}
      data-count={count === 0 ? undefined : count}
      title={title}
      aria-label={count === 0 ? undefined : title}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
}

function Choice(choice: Link & { hint?: string; hidden?: boolean }) {
  const { address, icon, label, hint, hidden = false } = choice;
  return (
    <button type="button" class={`home-choice ${choice.class ?? ""}`} data-address={address} hidden={hidden}>
      <Icon name={icon} />
      <span>
        <b>{label}</b>
        {hint !== undefined && <small>{hint}</small>}
      </span>
    </button>
  );
}
