import { AsyncLocalStorage } from "node:async_hooks";

/** What Next tells a page or an action of the request that it answers. */
export type StubRequest = {
  headers: Headers;
  jar: Map<string, string>;
  /** A page that is rendered sets no cookies: its answer has begun. */
  mayKeep: boolean;
};

const asked = new AsyncLocalStorage<StubRequest>();

export const runWithRequest = <T>(request: StubRequest, work: () => T): T => asked.run(request, work);

export function getCurrentRequest(): StubRequest {
  const request = asked.getStore();
  if (!request) throw new Error("outside of any request");
  return request;
}
