import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

// What this service knows of Next beyond its documentation, all of it; test/two-builds.test.ts fails where a
// newer Next does otherwise. (The key of actions' ids, in server/build.ts, is documented.)

/** Node itself reads next.config.ts: Next's own reader keeps a compiler in memory. To be called before Next is. */
export function loadConfigWithNode() {
  process.env.__NEXT_NODE_NATIVE_TS_LOADER_ENABLED = "true";
}

/** Where Next asks itself for the page that an action leads to, which then comes with the action's answer. */
export function setNextOrigin(origin: string) {
  process.env.__NEXT_PRIVATE_ORIGIN = origin;
}

/** It does so with the headers of the action's own request: by this one that page is known. */
export const PAGE_PASS_HEADER = "x-page-pass";

/** The header's value: the primary makes it, so that all its processes have the same. */
export const getPagePass = () => {
  process.env.PAGE_PASS ??= randomUUID();
  return process.env.PAGE_PASS;
};

/** Whether a page's script calls an action; a browser without one posts its form instead. */
export const isScripted = (headers: IncomingHttpHeaders) => headers["next-action"] !== undefined;

/** Stands in the answer to a form or a call whose action Next does not know: its page is another build's. */
export const UNKNOWN_ACTION_HEADER = "x-nextjs-action-not-found";
