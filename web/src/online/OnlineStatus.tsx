// The status of an online game: invitation with link and QR code, connection, offers, an opponent who is gone.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { encode } from "uqr";
import type { OnlineMode } from "./onlineMode";
import { opponent } from "../board/choice";
import { errorDetails, errorText } from "../core/errorText";
import { text } from "../text";
import { onlineText } from "../text/online";
import type { AppError } from "../core/errors";
import { copyText } from "../ui/copyText";
import type { OnlinePage } from "./page";
import { SaidText } from "../ui/SaidText";
import { Challenge } from "./Challenge";
import { Watching } from "./OnlineName";
import { reportError } from "./reportError";
import { goneFor } from "./text";
import { Button } from "../ui/Button";

const { status: words, invitation, absent, offers } = onlineText;

export function OnlineStatus({ page }: { page: OnlinePage }) {
  const game = page.online.game.value;
  if (!game) return null;
  const { state, mine, seat, clock } = game.state.value;
  const watchers = game.presence.value?.watchers ?? 0;
  const connection = game.connection.value;
  return (
    <section class="online" aria-label={words.label} data-connection={connection} data-state={state}>
      <p class="online-line">
        <span>{onlineText.timeControl(clock)}</span>
        {watchers > 0 && state !== "open" && <span>{words.spectators(watchers)}</span>}
        {game.gone.value === null && (
          <span class={connection === "open" ? "connected" : "disconnected"} role="status">
            {connection === "open" ? words.connected : words.reconnecting}
          </span>
        )}
      </p>
      {seat === null && state !== "open" && <Watching game={game} />}
      {game.gone.value && (
        <div class="said said-error" role="alert">
          <SaidText text={`${errorText(game.gone.value)} ${words.goneNote}`} details={errorDetails(game.gone.value)} />
        </div>
      )}
      {connection === "broken" && game.sending.value !== null && (
        <p class="said said-note">{words.willBeSent(game.sending.value)}</p>
      )}
      {game.unstored.value && game.sending.value !== null && (
        <p class="said said-note" role="status">
          {words.notStoredYet(game.sending.value)}
        </p>
      )}
      <Credit game={game} />
      {seat !== null && <OwnOffers game={game} />}
      <div class="online-waits">
        {state === "open" && mine && <Invitation page={page} game={game} />}
        {state === "open" && !mine && <Challenge page={page} game={game} />}
        {state === "live" && <EarlierPosition page={page} game={game} />}
        {state === "live" && seat !== null && <Gone page={page} game={game} />}
        {seat !== null && <Offers page={page} game={game} />}
      </div>
    </section>
  );
}

/** Time that a player got back, until the next move. */
function Credit({ game }: { game: OnlineMode }) {
  const credit = game.credit.value;
  const seconds = credit === null ? 0 : Math.round(credit.milliseconds / 1000);
  if (credit === null || seconds === 0) return null;
  return (
    <p class="online-line online-credit" role="status">
      {words.credit(credit.to, seconds)}
    </p>
  );
}

function Invitation({ page, game }: { page: OnlinePage; game: OnlineMode }) {
  const link = page.online.link(game.id);
  const copied = useSignal(false);
  const copy = async (): Promise<void> => {
    copied.value = await copyText(link);
  };
  // If aborting fails, the game still waits for an opponent.
  const cancel = async (): Promise<AppError | null> => {
    const error = await game.act({ type: "abort" });
    if (error === null) page.online.leave();
    return error;
  };
  return (
    <div class="invitation">
      <div class="link-field">
        <label class="field">
          {invitation.link}
          <input type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <Button label={copied.value ? text.page.copied : text.page.copy} onClick={() => void copy()} />
      </div>
      <div class="invitation-answers">
        {"share" in navigator && (
          // Cancelling the share sheet rejects; nothing is shared.
          <Button
            label={invitation.share}
            onClick={() => void navigator.share({ title: text.page.name, url: link }).catch(() => undefined)}
          />
        )}
        <Button label={invitation.cancel} onClick={() => reportError(page, cancel())} />
      </div>
      <div class="invitation-way">
        <QrCode link={link} />
        <p>{invitation.send}</p>
      </div>
    </div>
  );
}

function QrCode({ link }: { link: string }) {
  const { data, size } = encode(link, { ecc: "M", border: 4 });
  const dark = data.flatMap((line, y) => line.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={invitation.qrCode}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={dark} fill="#000000" shape-rendering="crispEdges" />
    </svg>
  );
}

/** Shown while the player looks at an earlier position of a live game. */
function EarlierPosition({ page, game }: { page: OnlinePage; game: OnlineMode }) {
  const { ply, moves } = game.board.history.value;
  const { seat, turn } = game.state.value;
  if (ply === moves.length) return null;
  return (
    <div class="said said-note online-past">
      <span>{onlineText.earlier(seat === turn)}</span>
      <Button class="primary" label={onlineText.backToGame} onClick={() => page.session.store.goTo(moves.length)} />
    </div>
  );
}

/** An opponent who is gone in their turn, and the claims this allows after a while. */
function Gone({ page, game }: { page: OnlinePage; game: OnlineMode }) {
  const { seat, claimGoneAt, claimGoneAborts } = game.state.value;
  const tick = useSignal(0);
  const other = seat === null ? null : opponent(seat);
  const gone = other === null || tick.value < 0 ? null : goneFor(game, other);
  useEffect(() => {
    if (gone === null) return;
    const timer = setInterval(() => (tick.value += 1), 1000);
    return () => clearInterval(timer);
  }, [gone === null, tick]);
  if (other === null || gone === null) return null;
  const left = claimGoneAt === null ? null : Math.ceil((claimGoneAt - game.serverTime()) / 1000);
  const claim = (outcome: "win" | "draw"): void => reportError(page, game.act({ type: "claimGone", outcome }));
  return (
    <div class="said said-note online-gone">
      <span>
        {absent.gone(other)}
        {left !== null &&
          left > 0 &&
          left <= 600 &&
          ` ${claimGoneAborts ? absent.abortIn(left) : absent.claimIn(left)}`}
      </span>
      {left !== null && left <= 0 && (
        <span class="online-answers">
          {!claimGoneAborts && <Button class="primary" label={absent.claimWin} onClick={() => claim("win")} />}
          <Button
            class={claimGoneAborts ? "primary" : ""}
            label={claimGoneAborts ? absent.abort : absent.claimDraw}
            onClick={() => claim("draw")}
          />
        </span>
      )}
    </div>
  );
}

function Offers({ page, game }: { page: OnlinePage; game: OnlineMode }) {
  const { seat, drawOffer, takeback, rematch, state } = game.state.value;
  if (seat === null) return null;
  const other = opponent(seat);
  return (
    <>
      {drawOffer === other && (
        <Offer page={page} text={offers.draw(other)} game={game} accept="offerDraw" decline="declineDraw" />
      )}
      {takeback === other && (
        <Offer page={page} text={offers.takeback(other)} game={game} accept="askTakeback" decline="declineTakeback" />
      )}
      {state === "finished" && rematch === other && (
        <Offer page={page} text={offers.rematch(other)} game={game} accept="offerRematch" decline="declineRematch" />
      )}
    </>
  );
}

/** The player's own open offers, and that the last event declined one. */
function OwnOffers({ game }: { game: OnlineMode }) {
  const { seat, drawOffer, takeback, rematch, state, declined } = game.state.value;
  return (
    <>
      {declined !== null && (
        <p class="said said-note" role="status">
          {offers.declined[declined]}
        </p>
      )}
      {drawOffer === seat && <p class="said said-note">{offers.ownDraw}</p>}
      {takeback === seat && <p class="said said-note">{offers.ownTakeback}</p>}
      {state === "finished" && rematch === seat && <p class="said said-note">{offers.ownRematch}</p>}
    </>
  );
}

interface OfferProps {
  page: OnlinePage;
  text: string;
  game: OnlineMode;
  accept: "offerDraw" | "askTakeback" | "offerRematch";
  decline: "declineDraw" | "declineTakeback" | "declineRematch";
}

function Offer({ page, text: offer, game, accept, decline }: OfferProps) {
  return (
    <div class="said said-note online-offer">
      <span>{offer}</span>
      <span class="online-answers">
        <Button class="primary" label={offers.accept} onClick={() => reportError(page, game.act({ type: accept }))} />
        <Button label={offers.decline} onClick={() => reportError(page, game.act({ type: decline }))} />
      </span>
    </div>
  );
}
