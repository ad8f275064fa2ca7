import { AsyncLocalStorage } from "node:async_hooks";

/** The current request, as Next provides it. */
export type StubRequest = {
  headers: Headers;
  cookieJar: Map<string, string>;
  /** False while rendering, because the response has begun. */
  canSetCookies: boolean;
};

const storage = new AsyncLocalStorage<StubRequest>();

export const runWithRequest = <T>(request: StubRequest, task: () => T): T => storage.run(request, task);

export function getCurrentRequest(): StubRequest {
  const request = storage.getStore();
  if (!request) throw new Error("outside of any request");
  return request;
}
