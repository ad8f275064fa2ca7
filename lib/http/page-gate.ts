import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pagesWaiting } from "@/lib/metrics";
import { isUnderWay } from "@/lib/own-cookies";
import { publicUrl } from "@/lib/school/settings";

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

/** The header by which a page is known that Next asks this machine for itself, to go with an action's answer. */
const PASS = "x-page-pass";

/** The header's value: the primary makes it, so that all its processes have the same. */
export const pagePass = () => {
  process.env.PAGE_PASS ??= randomUUID();
  return process.env.PAGE_PASS;
};

type Turn = (letIn: boolean) => void;

/**
 * Lets so many requests at a time to Next, and the others wait for their turn: who is in the middle of something
 * before who has just come. An overload becomes words to come back, not a wait without an end.
 */
export class PageGate {
  readonly #bounds: GateBounds;
  readonly #underWay = new Set<Turn>();
  readonly #newcomers = new Set<Turn>();
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
    const line = isNewcomer(incoming) ? this.#newcomers : this.#underWay;
    if (this.#underWay.size + this.#newcomers.size >= waiting && !this.#makeRoom(line)) return false;
    return new Promise((resolve) => {
      const turn = (letIn: boolean) => {
        line.delete(turn);
        pagesWaiting.dec();
        clearTimeout(timer);
        outgoing.off("close", gone);
        resolve(letIn);
      };
      const gone = () => turn(false);
      const timer = setTimeout(gone, canComeBack(incoming) ? patienceMs : LONG_PATIENCE_MS);
      outgoing.once("close", gone);
      line.add(turn);
      pagesWaiting.inc();
    });
  }

  /** Sends the newcomer who came last away for somebody who is under way. */
  #makeRoom(line: Set<Turn>): boolean {
    const last = line === this.#underWay ? [...this.#newcomers].at(-1) : undefined;
    last?.(false);
    return last !== undefined;
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
    const [next = this.#newcomers.values().next().value] = this.#underWay;
    if (!next) return;
    this.#inside++;
    next(true);
  }
}

/** Nothing of theirs would be lost, nor anything that they have typed. */
export function isNewcomer({ method, headers }: IncomingMessage): boolean {
  return method !== "POST" && !isUnderWay(headers.cookie, publicUrl().startsWith("https:"));
}

/** A browser's own posts and visits can be sent again from the page that is shown instead; so can a step's script. */
const canComeBack = ({ headers, url = "" }: IncomingMessage) =>
  headers["next-action"] === undefined || /^\/(?:ca\/|en\/)?enroll\//.test(url);
