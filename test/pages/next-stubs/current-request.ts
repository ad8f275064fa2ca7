import { AsyncLocalStorage } from "node:async_hooks";

/** The current request, as Next provides it. */
export type StubRequest = {
  headers: Headers;
  jar: Map<string, string>;
  /** False while rendering, because the response has begun. */
  mayKeep: boolean;
};

const asked = new AsyncLocalStorage<StubRequest>();

export const runWithRequest = <T>(request: StubRequest, work: () => T): T => asked.run(request, work);

export function getCurrentRequest(): StubRequest {
  const request = asked.getStore();
  if (!request) throw new Error("outside of any request");
  return request;
}
