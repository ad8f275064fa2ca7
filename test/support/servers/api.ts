import { afterAll } from "vitest";
import { createApiKey, defaultScopes, type Scope } from "@/lib/api/keys";
import { startServer } from "@/server";
import { seedDemoSchool } from "../data/demo-school";
import { expectMatchesOpenApi } from "../documents/openapi-validator";
import { type RequestOptions, sendRequest } from "../http/http-client";

export type Api = Awaited<ReturnType<typeof startApi>>;

/** The demo school and its API, for a whole test file. */
export async function startDemoApi() {
  const school = await seedDemoSchool();
  const api = await startApi();
  afterAll(() => api.stop());
  return { api, school };
}

/** The service on a socket, with a key for everything. */
export async function startApi() {
  const server = await startServer({ port: 0, host: "127.0.0.1" });
  const key = await aKey();
  const base = `http://127.0.0.1:${server.port}`;

  /** Validates every response against the OpenAPI document. */
  const sendWithKey = async (method: string, path: string, { headers, ...options }: RequestOptions = {}) => {
    const answer = await sendRequest(method, `${base}/api/v1/${path}`, {
      ...options,
      headers: { Authorization: `Bearer ${key}`, ...headers },
    });
    expectMatchesOpenApi(method, `/api/v1/${path}`, answer);
    return answer;
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    sendWithKey("POST", path, { body, headers: { "Content-Type": "application/json", ...headers } });
  return {
    base,
    key,
    port: server.port,
    stop: server.stop,
    /** `path` after `/api/v1/`. */
    send: sendWithKey,
    get: (path: string, options?: RequestOptions) => sendWithKey("GET", path, options),
    post,
    enrollAdult: (body: unknown) => post("academic/adult_enrollment", body),
    enrollMinor: (body: unknown) => post("academic/minor_enrollment", body),
  };
}

let keyCount = 0;

/** A new key's secret. */
export function aKey(
  options: { mode?: "live" | "test"; scopes?: readonly Scope[]; expiresAt?: Date | null } = {},
): Promise<string> {
  keyCount += 1;
  return createApiKey({
    name: `test ${keyCount}`,
    scopes: defaultScopes,
    expiresAt: null,
    mode: "live",
    ...options,
  });
}
