import type { IncomingMessage, ServerResponse } from "node:http";
import { pagesWaiting } from "@/lib/metrics";
import { isUnderWay } from "@/lib/own-cookies";
import { publicUrl } from "@/lib/school/settings";
import { isByScript, PASS, pagePass } from "./next-insides";

export type GateBounds = {
  /** Pages that are made at once: more would not be ready sooner, and each holds some megabytes. */
  atOnce: number;
  /** Requests that wait for that. */
  waiting: number;
  /** So long one waits before it is told to come back. */
  patienceMs: number;
};

const BOUNDS: GateBounds = { atOnce: 8, waiting: 64, patienceMs: 2_000 };

/** What is posted from a script on a page that could not send it again by itself waits longer. */
const LONG_PATIENCE_MS = 10_000;

/** Whoever reads an answer slower than this, or whose database is slow, keeps nobody out any longer. */
const LONGEST_MS = 10_000;

type Waiter = { rank: number; turn: (letIn: boolean) => void };

/**
 * Lets so many requests at a time to Next, and the others wait for their turn: who is in the middle of something
 * before who has just come. An overload becomes words to come back, not a wait without an end.
 */
export class PageGate {
  readonly #bounds: GateBounds;
  /** By rank, and who came first before who came later. */
  readonly #line: Waiter[] = [];
  #inside = 0;

  constructor(bounds: Partial<GateBounds> = {}) {
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  /** @returns whether the request may go on; it counts until its answer is made */
  async enter(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const { headers } = incoming;
    if (headers[PASS] === pagePass()) return true; // the one that asks for it is inside
    headers[PASS] = pagePass();
    if (!(await this.#turn(incoming, outgoing))) return false;
    this.#stay(outgoing);
    return true;
  }

  async #turn(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const { atOnce, waiting, patienceMs } = this.#bounds;
    if (this.#inside < atOnce) {
      this.#inside++;
      return true;
    }
    const rank = rankOf(incoming);
    if (this.#line.length >= waiting && !this.#makeRoom(rank)) return false;
    return new Promise((resolve) => {
      const turn = (letIn: boolean) => {
        this.#line.splice(this.#line.indexOf(waiter), 1);
        pagesWaiting.dec();
        clearTimeout(timer);
        outgoing.off("close", gone);
        resolve(letIn);
      };
      const gone = () => turn(false);
      const timer = setTimeout(gone, rank === STRANDED ? LONG_PATIENCE_MS : patienceMs);
      outgoing.once("close", gone);
      const waiter = { rank, turn };
      this.#line.splice(this.#line.findLastIndex((other) => other.rank <= rank) + 1, 0, waiter);
      pagesWaiting.inc();
    });
  }

  /** Sends the last of the line away for somebody who goes before. */
  #makeRoom(rank: number): boolean {
    const last = this.#line.at(-1);
    if (!last || last.rank <= rank) return false;
    last.turn(false);
    return true;
  }

  #stay(outgoing: ServerResponse) {
    const leave = () => {
      clearTimeout(longest);
      outgoing.off("prefinish", leave).off("close", leave);
      this.#inside--;
      this.#letNextIn();
    };
    const longest = setTimeout(leave, LONGEST_MS).unref();
    outgoing.once("prefinish", leave).once("close", leave);
  }

  #letNextIn() {
    const [next] = this.#line;
    if (!next) return;
    this.#inside++;
    next.turn(true);
  }
}

/** Nothing of theirs would be lost, nor anything that they have typed. */
export function isNewcomer({ method, headers }: IncomingMessage): boolean {
  return method !== "POST" && !isUnderWay(headers.cookie, publicUrl().startsWith("https:"));
}

/** Whose words would be lost, who is in the middle of something, who has just come: the smaller goes first. */
const [STRANDED, UNDER_WAY, NEW] = [0, 1, 2];

function rankOf(incoming: IncomingMessage): number {
  if (!canComeBack(incoming)) return STRANDED;
  return isNewcomer(incoming) ? NEW : UNDER_WAY;
}

/**
 * A browser's own posts and visits can be sent again from the page that is shown instead; so can the script of a
 * step, which the form's three other pages are not.
 */
const canComeBack = ({ headers, url = "" }: IncomingMessage) =>
  !isByScript(headers) || /^\/(?:ca\/|en\/)?enroll\/(?!children|delete|done)/.test(url);
