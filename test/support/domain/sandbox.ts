import { createApiKey, defaultScopes } from "@/lib/api/keys";
import { getPool } from "@/lib/platform/database/prisma";
import type { Api } from "../servers/api";
import { attemptMail } from "./mail";

export type Tester = Awaited<ReturnType<typeof createTester>>;

/** A client with a test key; validates each response against the OpenAPI document. */
export async function createTester(api: Api, name: string) {
  const key = await createApiKey({ name, scopes: defaultScopes, expiresAt: null, mode: "test" });
  const headers = { Authorization: `Bearer ${key}` };
  const json = { ...headers, "Content-Type": "application/json" };
  return {
    headers,
    get: (path: string) => api.send("GET", path, { headers }),
    post: (path: string, body?: unknown, extra = {}) =>
      api.send("POST", path, body === undefined ? { headers } : { headers: { ...json, ...extra }, body }),
    clock: (today: string | null) => api.send("PUT", "sandbox/clock", { headers: json, body: { today } }),
  };
}

export const getReference = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers["enrollment-reference"]);

/** Attempts every queued message, of an enrollment or of all sandboxes. */
export async function deliverQueuedMail(reference?: string) {
  const { rows } = await getPool().query<{ id: string }>(
    `select m.id from all_mail_messages m join all_enrollments e on e.id = m.enrollment_id
     where m.state = 'queued' and coalesce(e.reference = $1, true) order by m.id`,
    [reference],
  );
  for (const { id } of rows) await attemptMail(id);
}
