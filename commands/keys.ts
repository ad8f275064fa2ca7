import { defaultScopes, findApiKeys, listApiKeys, type Scope, scopes } from "@/lib/api/keys";
import { createKey, endOverlap, revokeKey, rotateKey } from "@/lib/desk/keys/verbs";
import type { Actor } from "@/lib/people/staff/permissions";
import { DomainError } from "@/lib/people/verb";
import { withDatabase } from "@/lib/platform/database/open-database";
import { createCommandLine, defineCommand, printLine, runCommandLine } from "./command-line";

type ApiKeyDetails = Awaited<ReturnType<typeof listApiKeys>>[number];

const USAGE = `Manages the API keys of integrators.

  npm run --silent key -- create NAME [--scope SCOPE]… [--expires YYYY-MM-DD] [--contact E-MAIL] [--test]
  npm run --silent key -- list [--json]
  npm run --silent key -- rotate NAME-OR-PREFIX [--overlap 24h]
  npm run --silent key -- end-overlap NAME-OR-PREFIX
  npm run --silent key -- revoke NAME-OR-PREFIX

create prints only the new key, which cannot be shown again. The default scopes are
${defaultScopes.join(", ")}. enrollment:read_all, which includes the enrollments of
other keys, must be requested by name. The key works until the end of the day --expires, in the school's time
zone. NAME can be reused after its key is revoked.
--contact receives an e-mail two weeks before the key expires; by default the school does.
--test creates a test key (mat_test_): its enrollments are marked, no e-mail is sent, and
npm run testdata -- purge deletes them.
rotate prints a new secret for the key. The old one works until the overlap ends (30m, 24h, up to 30d; 0h ends
it at once), which list shows. Limits, idempotency keys and enrollments stay with the key.
end-overlap disables the old secret at once. revoke disables a key at once, also on running servers.`;

const actor: Actor = { kind: "command" };

const MINUTES = { m: 1, h: 60, d: 1440 };

export const keys = createCommandLine(USAGE, {
  create: defineCommand({
    positionals: ["NAME"],
    options: {
      scope: { type: "string", multiple: true },
      expires: { type: "string" },
      contact: { type: "string" },
      test: { type: "boolean" },
    },
    run: async ([name = ""], { scope, test, ...details }) => {
      if (!/^\S(.{0,98}\S)?$/.test(name))
        throw new Error("NAME must have 1 to 100 characters, on one line, without spaces around them.");
      const key = { key_name: name, scopes: (scope ?? defaultScopes).map(parseScope), ...details };
      printLine(await withDatabase(() => create({ ...key, mode: test ? "test" : "live" })));
    },
  }),
  list: defineCommand({
    options: { json: { type: "boolean" } },
    run: async (_, { json }) => {
      const allKeys = await withDatabase(listApiKeys);
      if (!json) return printLine(formatTable(allKeys));
      const withoutIds = allKeys.map(({ id, ...key }) => key);
      printLine(JSON.stringify(withoutIds, null, 2));
    },
  }),
  rotate: defineCommand({
    positionals: ["NAME-OR-PREFIX"],
    options: { overlap: { type: "string" } },
    run: async ([nameOrPrefix = ""], { overlap = "24h" }) => {
      const minutes = parseDuration(overlap);
      printLine(await withDatabase(() => rotate(nameOrPrefix, minutes)));
    },
  }),
  "end-overlap": defineCommand({
    positionals: ["NAME-OR-PREFIX"],
    run: async ([nameOrPrefix = ""]) => printLine(await withDatabase(() => stopOverlap(nameOrPrefix))),
  }),
  revoke: defineCommand({
    positionals: ["NAME-OR-PREFIX"],
    run: async ([nameOrPrefix = ""]) => printLine(await withDatabase(() => revoke(nameOrPrefix))),
  }),
});

function parseScope(word: string): Scope {
  const scope = scopes.find((candidate) => candidate === word);
  if (!scope) throw new Error(`There is no scope “${word}”. The scopes are ${scopes.join(", ")}.`);
  return scope;
}

type NewKey = Parameters<typeof createKey>[0];

function create(key: NewKey): Promise<string> {
  const refusals: Record<string, string> = {
    "key_name: taken": `There is a key named “${key.key_name}” already. Choose another name, or revoke that one.`,
    "expires: date": "--expires must be a day that exists, as YYYY-MM-DD.",
    "expires: past": `--expires ${key.expires} has passed already.`,
    "contact: invalid": "--contact must be an e-mail address.",
  };
  return createKey(key, actor).catch((error) => {
    throw error instanceof DomainError ? new Error(refusals[error.message] ?? error.message) : error;
  });
}

/** An active key takes precedence over revoked ones. */
async function findKey(nameOrPrefix: string): Promise<ApiKeyDetails> {
  const matches = await findApiKeys(nameOrPrefix);
  const active = matches.filter(({ revokedAt }) => revokedAt === null);
  const [key, ...others] = active.length > 0 ? active : matches.slice(-1);
  if (!key) throw new Error("No key has this name or prefix. `key list` shows them all.");
  if (others.length > 0) throw new Error("More than one key has this name or prefix. Nothing was changed.");
  return key;
}

function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (!count) throw new Error("--overlap must be a time such as 30m, 24h or 7d.");
  const overlap = Number(count) * MINUTES[unit as keyof typeof MINUTES];
  if (overlap > 30 * MINUTES.d) throw new Error("--overlap must be 30 days or less.");
  return overlap;
}

async function rotate(nameOrPrefix: string, overlap: number): Promise<string> {
  const key = await findKey(nameOrPrefix);
  if (key.revokedAt) throw new Error(`“${key.name}” was revoked. Create a new key instead.`);
  return rotateKey({ id: key.id, prefix: key.prefix, overlap }, actor);
}

async function stopOverlap(nameOrPrefix: string): Promise<string> {
  const key = await findKey(nameOrPrefix);
  if (!getOverlapEnd(key)) return `“${key.name}” (${key.prefix}…) has only one secret.`;
  await endOverlap({ id: key.id }, actor);
  return `The previous secret of “${key.name}” (${key.prefix}…) no longer works.`;
}

async function revoke(nameOrPrefix: string): Promise<string> {
  const key = await findKey(nameOrPrefix);
  if (key.revokedAt) return `“${key.name}” (${key.prefix}…) was revoked before, ${instant(key.revokedAt)}.`;
  await revokeKey({ id: key.id }, actor);
  return `Revoked “${key.name}” (${key.prefix}…).`;
}

function formatTable(keys: ApiKeyDetails[]): string {
  if (keys.length === 0) return "There are no keys yet.";
  const head = ["NAME", "PREFIX", "SCOPES", "CREATED", "EXPIRES", "REVOKED", "LAST USED", "OLD SECRET UNTIL"];
  const rows = keys.map((key) => [
    key.name,
    key.prefix,
    key.scopes.join(","),
    ...[key.createdAt, key.expiresAt, key.revokedAt, key.lastUsedAt, getOverlapEnd(key)].map(instant),
  ]);
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => [...(row[i] ?? "")].length)));
  const line = (row: string[]) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ");
  return [head, ...rows].map((row) => line(row).trimEnd()).join("\n");
}

function getOverlapEnd({ previousExpiresAt, revokedAt }: ApiKeyDetails): Date | null {
  return !revokedAt && previousExpiresAt && previousExpiresAt > new Date() ? previousExpiresAt : null;
}

function instant(date: Date | null): string {
  return date ? `${date.toISOString().slice(0, 16).replace("T", " ")}Z` : "-";
}

if (import.meta.main) await runCommandLine(keys);
