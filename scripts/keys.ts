import { type ApiKeyDetails, createApiKey, findApiKeys, listApiKeys, revokeApiKey } from "@/lib/api/api-keys";
import { type Scope, scopes } from "@/lib/api/scopes";
import { withDatabase } from "@/lib/database/open";
import { dayAfter, dayIn, isDay, startOfDay } from "@/lib/dates";
import { readSettings } from "@/lib/school/settings";
import { command, runCommand, say } from "./command-line";

const USAGE = `The API keys of the school's integrators.

  npm run --silent key -- create NAME [--scope SCOPE]… [--expires YYYY-MM-DD] [--test]
  npm run --silent key -- list
  npm run --silent key -- revoke NAME-OR-PREFIX

create prints the new key, which cannot be shown again, and nothing else. Without --scope it may do
everything: ${scopes.join(", ")}. It works until the end of the day given with
--expires, in the school's time zone. --test begins it with mat_test_ instead of mat_live_.
revoke stops a key at once, also on running servers.`;

await runCommand(USAGE, {
  create: command({
    words: ["NAME"],
    options: {
      scope: { type: "string", multiple: true },
      expires: { type: "string" },
      test: { type: "boolean" },
    },
    run: async ([name = ""], { scope, expires, test }) => {
      if (!/^\S(.{0,98}\S)?$/.test(name)) throw new Error("NAME must have 1 to 100 characters.");
      const wanted = (scope ?? [...scopes]).map(knownScope);
      say(await withDatabase(() => create(name, wanted, expires, test ? "test" : "live")));
    },
  }),
  list: command({
    words: [],
    options: {},
    run: async () => say(table(await withDatabase(listApiKeys))),
  }),
  revoke: command({
    words: ["NAME-OR-PREFIX"],
    options: {},
    run: async ([nameOrPrefix = ""]) => say(await withDatabase(() => revoke(nameOrPrefix))),
  }),
});

function knownScope(word: string): Scope {
  const scope = scopes.find((known) => known === word);
  if (!scope) throw new Error(`There is no scope “${word}”. The scopes are ${scopes.join(" and ")}.`);
  return scope;
}

async function create(name: string, wanted: Scope[], expires: string | undefined, mode: "live" | "test") {
  const expiresAt = expires === undefined ? null : await endOf(expires);
  const [taken] = (await listApiKeys()).filter((key) => key.name === name);
  if (taken) throw new Error(`There is a key named “${name}” already. Choose another name.`);
  return createApiKey({ name, scopes: wanted, expiresAt, mode });
}

/** The instant after the last one of a day in the school's time zone. */
async function endOf(day: string): Promise<Date> {
  if (!isDay(day)) throw new Error("--expires must be a day that exists, as YYYY-MM-DD.");
  const { time_zone } = await readSettings();
  if (day < dayIn(time_zone)) throw new Error(`--expires ${day} has passed already.`);
  return startOfDay(dayAfter(day), time_zone);
}

async function revoke(nameOrPrefix: string): Promise<string> {
  const [key, ...others] = await findApiKeys(nameOrPrefix);
  if (!key) throw new Error("No key has this name or prefix. `key list` shows them all.");
  if (others.length > 0) throw new Error("More than one key has this name or prefix. Nothing was revoked.");
  if (key.revokedAt) return `“${key.name}” (${key.prefix}…) was revoked before, ${instant(key.revokedAt)}.`;
  await revokeApiKey(key.id);
  return `Revoked “${key.name}” (${key.prefix}…).`;
}

function table(keys: ApiKeyDetails[]): string {
  if (keys.length === 0) return "There are no keys yet.";
  const head = ["NAME", "PREFIX", "SCOPES", "CREATED", "EXPIRES", "REVOKED", "LAST USED"];
  const rows = keys.map((key) => [
    key.name,
    key.prefix,
    key.scopes.join(","),
    ...[key.createdAt, key.expiresAt, key.revokedAt, key.lastUsedAt].map(instant),
  ]);
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => [...(row[at] ?? "")].length)));
  const line = (row: string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ");
  return [head, ...rows].map((row) => line(row).trimEnd()).join("\n");
}

function instant(date: Date | null): string {
  return date ? `${date.toISOString().slice(0, 16).replace("T", " ")}Z` : "-";
}
