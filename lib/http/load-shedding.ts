import type { IncomingMessage, ServerResponse } from "node:http";
import { createGauge } from "@/lib/platform/metrics";
import { getPagePass, isScripted } from "./next-internals";

const pagesWaiting = createGauge("matricula_pages_waiting", "Requests for pages that wait for a free slot.");

/** Next copies the headers of the action's request; this one marks the page request. */
const PAGE_PASS_HEADER = "x-page-pass";
type LoadLimits = {
  /** More are not ready sooner, and each takes some megabytes. */
  maxConcurrent: number;
  /** Others get the retry page at once. */
  maxWaiting: number;
  maxWaitMs: number;
};

const LIMITS: LoadLimits = { maxConcurrent: 8, maxWaiting: 96, maxWaitMs: 2_000 };

const MAX_WAIT_WITHOUT_RETRY_MS = 10_000;

/** A slow client or database blocks a place no longer than this. */
const MAX_RENDER_MS = 10_000;

export class LoadShedder {
  readonly #limits: LoadLimits;
  readonly #queue: ((isAdmitted: boolean) => void)[] = [];
  #rendering = 0;

  constructor(limits: Partial<LoadLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** @returns whether the request may continue; it counts until its response is finished */
  async enter(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const { headers } = incoming;
    if (headers[PAGE_PASS_HEADER] === getPagePass()) return true; // its action is counted already
    headers[PAGE_PASS_HEADER] = getPagePass();
    if (this.#rendering < this.#limits.maxConcurrent) this.#rendering++;
    else if (!(await this.#wait(incoming, outgoing))) return false;

    const leave = () => {
      clearTimeout(timer);
      outgoing.off("prefinish", leave).off("close", leave);
      const admitNext = this.#queue[0];
      if (admitNext) admitNext(true);
      else this.#rendering--;
    };
    const timer = setTimeout(leave, MAX_RENDER_MS).unref();
    outgoing.once("prefinish", leave).once("close", leave);
    return true;
  }

  async #wait(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const { maxWaiting, maxWaitMs } = this.#limits;
    if (this.#queue.length >= maxWaiting) return false;
    return new Promise((resolve) => {
      const end = (isAdmitted: boolean) => {
        this.#queue.splice(this.#queue.indexOf(end), 1);
        pagesWaiting.dec();
        clearTimeout(timer);
        outgoing.off("close", giveUp);
        resolve(isAdmitted);
      };
      const giveUp = () => end(false);
      const timer = setTimeout(giveUp, canRetry(incoming) ? maxWaitMs : MAX_WAIT_WITHOUT_RETRY_MS);
      outgoing.once("close", giveUp);
      this.#queue.push(end);
      pagesWaiting.inc();
    });
  }
}

/** Of the scripts, only those of the wizard's steps can repeat a post. */
const canRetry = ({ headers, url = "" }: IncomingMessage) =>
  !isScripted(headers) || /^\/(?:ca\/|en\/)?enroll\/(?!children|delete|done)/.test(url);
