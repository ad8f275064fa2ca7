import { createApiKey } from "@/lib/api/api-keys";
import { scopes } from "@/lib/api/scopes";
import { startServer } from "@/server";

/** The service on a socket of its own, with a key that may do everything. */
export async function startApi() {
  const server = await startServer({ port: 0, host: "127.0.0.1" });
  const key = await createApiKey({ name: `test ${server.port}`, scopes, expiresAt: null, mode: "live" });
  const base = `http://127.0.0.1:${server.port}`;
  return { base, key, port: server.port, stop: server.stop };
}
