// Which tab uses the engine: the one that claimed it last. Another tab stops and says so, and can claim it back.
import { signal, type ReadonlySignal } from "@preact/signals";

export interface EngineTab {
  /** Whether another tab uses the engine. */
  readonly elsewhere: ReadonlySignal<boolean>;
  /** Takes the engine; other tabs stop. */
  claim(): void;
  /** Gives it up; another tab may go on. */
  release(): void;
  dispose(): void;
}

/** A claim. The newest one counts; the ids decide between two of the same moment. */
interface Claim {
  readonly at: number;
  readonly id: string;
}

type Message = { readonly kind: "claim"; readonly claim: Claim } | { readonly kind: "release"; readonly id: string };

/** The part of a `BroadcastChannel` that is used. */
export type Channel = Pick<BroadcastChannel, "postMessage" | "close" | "onmessage">;

export interface EngineTabOptions {
  /** Null where the browser has no channels: then tabs do not know of each other. */
  readonly channel: Channel | null;
  readonly id: string;
  readonly now?: () => number;
}

const CHANNEL = "trid.engine";

export function openEngineChannel(): Channel | null {
  return typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
}

export function createEngineTab({ channel, id, now = () => Date.now() }: EngineTabOptions): EngineTab {
  const elsewhere = signal(false);
  let own: Claim | null = null;
  let other: string | null = null;

  const send = (message: Message): void => channel?.postMessage(message);

  function setOther(next: string | null): void {
    other = next;
    elsewhere.value = next !== null;
  }

  function release(): void {
    if (own === null) return;
    own = null;
    send({ kind: "release", id });
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === "release") {
        if (data.id === other) setOther(null);
      } else if (own !== null && isNewer(own, data.claim)) {
        // The other tab has not heard of this claim yet.
        send({ kind: "claim", claim: own });
      } else {
        own = null;
        setOther(data.claim.id);
      }
    };
  }

  return {
    elsewhere,
    claim() {
      own = { at: now(), id };
      setOther(null);
      send({ kind: "claim", claim: own });
    },
    release,
    dispose() {
      release();
      channel?.close();
    },
  };
}

function isNewer(one: Claim, other: Claim): boolean {
  return one.at === other.at ? one.id > other.id : one.at > other.at;
}
