import type { IncomingMessage } from "node:http";

const MOST = 9;
const TIMES = /([?&])come-back=([1-9])(?:&|$)/;

/**
 * How often this visit was told to come back. Its address says so: a cookie would be one more than families are told
 * of. Whoever makes it up is before newcomers, as whoever makes up a draft's cookie is.
 */
export const getRetryCount = ({ url = "" }: IncomingMessage): number => Number(TIMES.exec(url)?.[2] ?? 0);

/** The address of a visit that is told once more. */
export function toRetryUrl(incoming: IncomingMessage): string {
  const address = removeRetryCount(incoming.url ?? "/");
  const times = Math.min(MOST, getRetryCount(incoming) + 1);
  return `${address}${address.includes("?") ? "&" : "?"}come-back=${times}`;
}

/** The address as the page knows it. */
export const removeRetryCount = (url: string): string =>
  TIMES.test(url) ? url.replace(TIMES, "$1").replace(/[?&]$/, "") : url;
