import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { singleton } from "@/lib/singleton";

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;
type Status = 404 | 503;

const answers = () => singleton("page answers", () => new AsyncLocalStorage<{ status?: Status }>());

const RETRY_SECONDS = 5;

/**
 * Gives the page that is being rendered a status. Next's own ways (to throw, `notFound`) leave the page's
 * words to the browser's script, so that a browser without it shows nothing.
 */
export function answerWith(status: Status) {
  const answer = answers().getStore();
  if (answer) answer.status = status;
}

/** Next's request handler, which knows no other status than 200 for a page that renders. */
export function withPageStatus(pages: Listener): Listener {
  return (incoming, outgoing) => {
    const answer: { status?: Status } = {};
    const writeHead = outgoing.writeHead.bind(outgoing) as (
      status: number,
      ...rest: unknown[]
    ) => ServerResponse;
    outgoing.writeHead = (status: number, ...rest: unknown[]) => {
      if (answer.status === 503) outgoing.setHeader("Retry-After", RETRY_SECONDS);
      return writeHead(answer.status ?? status, ...rest);
    };
    answers().run(answer, () => pages(incoming, outgoing));
  };
}
