import type { IncomingMessage, ServerResponse } from "node:http";
import { pagesWaiting } from "@/lib/platform/metrics";
import { hasActiveSession } from "@/lib/platform/own-cookies";
import { getPublicUrl } from "@/lib/school/settings";
import { getRetryCount } from "./come-back";
import { isScripted, PAGE_PASS_HEADER, getPagePass } from "./next-insides";

export type LoadLimits = {
  /** Pages that are made at once: more would not be ready sooner, and each holds some megabytes. */
  maxConcurrent: number;
  /** So many who are under way wait for that, and half as many newcomers. */
  waiting: number;
  /** So long one waits before it is told to come back. */
  maxWaitMs: number;
};

const BOUNDS: LoadLimits = { maxConcurrent: 8, waiting: 64, maxWaitMs: 2_000 };

/** So long waits what a script posts whose page could not send it again by itself. */
const LONG_PATIENCE_MS = 10_000;

/** Whoever reads an answer slower than this, or whose database is slow, keeps nobody out any longer. */
const LONGEST_MS = 10_000;

/** Each time that one was told to come back it waits so much longer, up to three times: a proxy waits for a minute. */
const LONGER_MS = 15_000;
const MOST_LONGER = 3;

type Waiting = { told: number; comesBack: boolean; turn: (letIn: boolean) => void };

/**
 * Counts the requests that are with Next; beyond so many they wait, who is under way before who has just come, and
 * of both who was told to come back before who was not. An overload becomes words to come back, not a wait without an
 * end.
 */
export class LoadShedder {
  readonly #bounds: LoadLimits;
  readonly #underWay: Waiting[] = [];
  readonly #new: Waiting[] = [];
  #inside = 0;

  constructor(bounds: Partial<LoadLimits> = {}) {
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  /** @returns whether the request may go on; it counts until its answer is made */
  async enter(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const { headers } = incoming;
    if (headers[PAGE_PASS_HEADER] === getPagePass()) return true; // the one that asks for it is inside
    headers[PAGE_PASS_HEADER] = getPagePass();
    if (this.#inside < this.#bounds.maxConcurrent) this.#inside++;
    else if (!(await this.#wait(incoming, outgoing))) return false;

    const leave = () => {
      clearTimeout(longest);
      outgoing.off("prefinish", leave).off("close", leave);
      const next = this.#underWay[0] ?? this.#new[0];
      if (next) next.turn(true);
      else this.#inside--;
    };
    const longest = setTimeout(leave, LONGEST_MS).unref();
    outgoing.once("prefinish", leave).once("close", leave);
    return true;
  }

  async #wait(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const { waiting, maxWaitMs } = this.#bounds;
    const isNew = isNewVisitor(incoming);
    const line = isNew ? this.#new : this.#underWay;
    const [told, comesBack] = [getRetryCount(incoming), canRetry(incoming)];
    if (line.length >= (isNew ? waiting / 2 : waiting)) {
      const last = line.findLast((other) => other.told < told && other.comesBack);
      if (!last) return false;
      last.turn(false);
    }
    return new Promise((resolve) => {
      const turn: Waiting["turn"] = (letIn) => {
        line.splice(line.indexOf(waits), 1);
        pagesWaiting.dec();
        clearTimeout(timer);
        outgoing.off("close", gone);
        resolve(letIn);
      };
      const waits = { told, comesBack, turn };
      const gone = () => turn(false);
      const longer = Math.min(told, MOST_LONGER) * LONGER_MS;
      const timer = setTimeout(gone, (comesBack ? maxWaitMs : LONG_PATIENCE_MS) + longer);
      outgoing.once("close", gone);
      const behind = line.findIndex((other) => other.told < told);
      line.splice(behind < 0 ? line.length : behind, 0, waits);
      pagesWaiting.inc();
    });
  }
}

/** Nothing of theirs would be lost, nor anything that they have typed. */
export function isNewVisitor({ method, headers }: IncomingMessage): boolean {
  return method !== "POST" && !hasActiveSession(headers.cookie, getPublicUrl().startsWith("https:"));
}

/**
 * A browser's own posts and visits can be sent again from the page that is shown instead; so can the script of a
 * step, which the form's three other pages are not.
 */
const canRetry = ({ headers, url = "" }: IncomingMessage) =>
  !isScripted(headers) || /^\/(?:ca\/|en\/)?enroll\/(?!children|delete|done)/.test(url);
