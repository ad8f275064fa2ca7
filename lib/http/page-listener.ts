import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/lib/env";
import { type PageAnswer, whileAnswering } from "@/lib/page-answer";
import { inside } from "@/lib/worlds";
import { sendBack } from "./busy-page";
import { enterMailbox, judgeMailbox } from "./mailbox-guard";
import { hasBody, type PagePost, rewrite, takeBody } from "./page-body";
import { type GateBounds, PageGate } from "./page-gate";
import { alternates, isFile, isForeignPost, judgePageHeaders } from "./page-headers";
import { observePage } from "./page-log";
import { PAGE_METHODS, type PageRefusal, refusePage } from "./refuse-page";
import { sandboxOf } from "./sandbox-browser";

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Makes a post of another build's page one of this build's; gives back what needs no change. */
export type AdaptPost = (post: PagePost) => Promise<PagePost>;

const RETRY_SECONDS = 5;

/**
 * What stands between a socket and Next: Next gets requests that it can answer, whole, and its answers
 * get the statuses and headers that it does not know of.
 *
 * @param pages Next's request handler
 * @param bounds how many pages are made at once, and who waits for that
 */
export function pageListener(pages: Listener, adapt?: AdaptPost, bounds?: Partial<GateBounds>): Listener {
  const gate = new PageGate(bounds);
  return async (incoming, outgoing) => {
    const answer: PageAnswer = {};
    observePage(incoming, outgoing, answer);
    if (env.APP_URL?.startsWith("https:")) outgoing.setHeader(...TRANSPORT_SECURITY);
    const refusal = refusalOf(incoming);
    if (refusal) return refusePage(incoming, outgoing, refusal);
    const mailbox = judgeMailbox(incoming);
    if (mailbox === "closed") return refusePage(incoming, outgoing, "mailbox");
    if (mailbox === "enters") return enterMailbox(incoming, outgoing);
    if (incoming.method === "OPTIONS") return outgoing.writeHead(204, { Allow: PAGE_METHODS }).end();

    if (hasBody(incoming)) {
      const body = await takeBody(incoming);
      if (body === "gone") return;
      if (body !== "taken") return refusePage(incoming, outgoing, body);
    }
    if (!isFile(incoming.url ?? "") && !(await gate.enter(incoming, outgoing)))
      return sendBack(incoming, outgoing);
    if (adapt && hasBody(incoming)) await rewrite(incoming, adapt);
    const world = await sandboxOf(incoming);
    if (world === "over") return refusePage(incoming, outgoing, "sandbox");
    judgePageHeaders(incoming, outgoing);
    correctHead(incoming, outgoing, answer);
    const render = () => whileAnswering(answer, () => pages(incoming, outgoing));
    world ? inside(world, render) : render();
  };
}

/** For a year; the school's other hosts are not ours to speak for. */
const TRANSPORT_SECURITY = ["Strict-Transport-Security", "max-age=31536000"] as const;

/** The first reason not to show the request to Next. */
function refusalOf(incoming: IncomingMessage): PageRefusal | undefined {
  const { method, url = "" } = incoming;
  if (!isPath(url)) return "malformed";
  if (!PAGE_METHODS.split(", ").includes(method ?? "")) return "method";
  if (isForeignPost(incoming)) return "foreign";
}

/**
 * The address of something as clients write it: absolute, of whole escaped characters, without NUL, and
 * without what Next would make another address of than the one that is judged here (`/x/../mailbox`).
 */
function isPath(target: string): boolean {
  try {
    const path = decodeURIComponent(target.split("?", 1)[0] as string);
    return target.startsWith("/") && !target.includes("#") && !NO_PATH.test(path);
  } catch {
    return false; // a half-escaped character
  }
}

const NO_PATH = /\0|\/\.\.?(?:\/|$)/;

/** Next knows no other status than 200 for a page that renders, and 500 for a post that it cannot read. */
function correctHead(incoming: IncomingMessage, outgoing: ServerResponse, answer: PageAnswer) {
  const writeHead = outgoing.writeHead.bind(outgoing) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  outgoing.writeHead = (given: number, ...rest: unknown[]) => {
    const unread = given === 500 && incoming.method === "POST" && answer.failedInside === false;
    const status = answer.status ?? (unread ? 400 : given);
    if (status === 503) outgoing.setHeader("Retry-After", RETRY_SECONDS);
    if (status === 409 && !incoming.headers["next-action"]) {
      // A form of another build, which Next does not know: its page is shown anew, as it is now.
      outgoing.setHeader("Location", incoming.url ?? "/");
      answer.sent = 303;
      return writeHead(303);
    }
    if (status === 200 && !isFile(incoming.url ?? "")) outgoing.appendHeader("Link", alternates(incoming));
    answer.sent = status;
    return writeHead(status, ...rest);
  };
}
