import { setTimeout as sleep } from "node:timers/promises";
import { findPoolerProblem, openSession, toPoolerProblem } from "@/lib/platform/database/connections";
import { findMissingMigrations } from "@/lib/platform/database/migrations";
import { env } from "@/lib/platform/env";

const MIN_VERSION = 160_000;
const WAIT_MS = 60_000;

/** The database is starting or being promoted, or a container's name is not resolvable yet. */
const STARTING_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "57P03",
  "25006",
]);

const NO_TLS = "The server does not support SSL connections";

const errorTexts: Record<string, string> = {
  "28P01": "PostgreSQL refuses the password in DATABASE_URL.",
  "28000":
    "PostgreSQL refuses the user in DATABASE_URL, who does not exist or may not log in, or asks for TLS: add ?sslmode=require.",
  "42501":
    "The user in DATABASE_URL may not enter the database: grant connect on it (docs/operations.md, “Two roles”).",
  "53300":
    "PostgreSQL has no connection left. Raise max_connections or the role's limit, or lower DATABASE_POOL_SIZE; npm run doctor says how many a machine needs.",
  "25006": "DATABASE_URL leads to a replica, which takes no writes. Name the primary.",
  "3D000": "The database that DATABASE_URL names does not exist. Create it first.",
};

const MIGRATIONS_MISSING =
  "The database lacks migrations of this version: npm run --silent db -- migrate applies them.";

const CERTIFICATE =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|HOSTNAME_MISMATCH|ERR_TLS_\w+)$/;

/**
 * Waits up to a minute for a starting database, then checks its requirements.
 * @throws Error with a text for the user
 */
export async function waitForDatabase(
  url: string,
  progress: (step: string) => void,
  signal?: AbortSignal,
  maxWaitMs = WAIT_MS,
): Promise<void> {
  const deadline = Date.now() + maxWaitMs;
  for (let attempt = 0; ; attempt++) {
    const problem = await findProblem(url);
    if (problem === undefined || signal?.aborted) return;
    if (!STARTING_CODES.has(problem) || Date.now() > deadline) throw new Error(toProblemText(problem, url));
    if (attempt === 0) progress("Waiting for PostgreSQL");
    await sleep(500);
  }
}

/** A text for the user. With `migrated` also of missing migrations, which keep commands from working. */
export async function findDatabaseProblem(
  url: string,
  { migrated = false } = {},
): Promise<string | undefined> {
  const problem = await findProblem(url, { migrated });
  return problem && toProblemText(problem, url);
}

function toProblemText(problem: string, url: string): string {
  const text = describeProblem(problem);
  return url === env.DATABASE_DIRECT_URL ? text.replaceAll("DATABASE_URL", "DATABASE_DIRECT_URL") : text;
}

function describeProblem(problem: string): string {
  if (problem === NO_TLS)
    return "PostgreSQL speaks no TLS, which DATABASE_URL asks for: take sslmode out of it.";
  if (CERTIFICATE.test(problem))
    return `PostgreSQL's certificate is not believed (${problem}). Give its authority's to Node, NODE_EXTRA_CA_CERTS=/path/ca.pem, and use the host name that the certificate is for.`;
  if (errorTexts[problem] || !STARTING_CODES.has(problem)) return errorTexts[problem] ?? problem;
  return `PostgreSQL does not answer at the address in DATABASE_URL (${problem}).`;
}

/** An error code if unreachable, a sentence if unsuitable, else undefined. */
async function findProblem(url: string, { migrated = false } = {}): Promise<string | undefined> {
  let client: Awaited<ReturnType<typeof openSession>> | undefined;
  try {
    client = await openSession(url, { connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int as version, current_setting('server_version') as words",
    );
    if (rows[0].version < MIN_VERSION)
      return `PostgreSQL 16 or newer is needed; this one is ${rows[0].words}.`;
    const isIncomplete = migrated && (await findMissingMigrations(client)).length > 0;
    return isIncomplete ? MIGRATIONS_MISSING : await findPoolerProblem(client, url);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const problem = toPoolerProblem(message);
    if (problem) return problem;
    return code ?? (/timeout/i.test(message) ? "ETIMEDOUT" : message);
  } finally {
    await client?.end().catch(() => {});
  }
}
