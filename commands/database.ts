import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { migrate } from "@/lib/database/migrate";
import { MIGRATIONS, migrationNames } from "@/lib/database/missing-migrations";
import { asItIs } from "@/lib/database/open";
import { migrationFromSchema, migrationStatus } from "@/lib/database/schema-engine";
import { forgetUnreadableDrafts } from "@/lib/form/server/draft-keys";
import { command, commandLine, runThisProcess, say } from "./command-line";

const USAGE = `The database's migrations, prisma/migrations.

  npm run db -- migrate                 apply those that the database lacks
  npm run db -- status                  say which it has and which it lacks (then with exit code 1)
  npm run db -- create NAME [--empty]   write one that leads to prisma/schema.prisma
  npm run db -- forget-drafts           let go of unfinished forms that no key of DRAFT_KEYS opens

create applies nothing. It needs the right to create a database, in which it replays the migrations.
--empty also makes one when nothing differs, for SQL of your own.`;

export const database = commandLine(USAGE, {
  migrate: command({ words: [], options: {}, run: () => asItIs(applyAll) }),
  status: command({ words: [], options: {}, run: () => asItIs(showStatus) }),
  "forget-drafts": command({
    words: [],
    options: {},
    run: async () => {
      const count = await asItIs(() => forgetUnreadableDrafts(new Date()));
      say(`Let go of ${count} unfinished form${count === 1 ? "" : "s"}.`);
    },
  }),
  create: command({
    words: ["NAME"],
    options: { empty: { type: "boolean" } },
    run: ([name = ""], { empty }) => {
      if (!/^[a-z0-9]+([_-][a-z0-9]+)*$/.test(name)) {
        throw new Error("NAME must have lower-case letters and digits, with _ or - between words.");
      }
      return asItIs((url) => create(url, name.replaceAll("-", "_"), empty ?? false));
    },
  }),
});

if (import.meta.main) await runThisProcess(database);

async function applyAll(url: string) {
  const applied = await migrate(url);
  say(applied.length === 0 ? "Nothing to apply: the database is up to date." : list("Applied", applied));
}

async function showStatus(url: string) {
  const { pending, edited, failed } = await migrationStatus(url);
  const total = (await migrationNames()).length;
  say(`${total - pending.length - failed.length} of ${total} migrations are applied.`);
  if (edited.length > 0) say(list("Changed after they were applied", edited));
  if (failed.length > 0) say(list("Failed, and in need of a hand", failed));
  if (pending.length > 0) say(list("Pending; `npm run db -- migrate` applies them", pending));
  if (pending.length + failed.length > 0) process.exitCode = 1;
}

async function create(url: string, name: string, empty: boolean) {
  const sql = await migrationFromSchema(url);
  if (sql === "" && !empty) {
    throw new Error("prisma/schema.prisma and the migrations agree. For SQL of your own, add --empty.");
  }
  const directory = path.join(MIGRATIONS, `${await timestamp()}_${name}`);
  await mkdir(directory);
  await writeFile(path.join(directory, "migration.sql"), sql || "-- What cannot be said in schema.prisma.\n");
  say(`Written: ${path.relative("", directory)}/migration.sql. Read it, then run \`npm run db -- migrate\`.`);
}

/** Now in UTC, but later than every migration there is: they are applied in the order of their names. */
async function timestamp(): Promise<string> {
  const now = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const last = (await migrationNames()).at(-1)?.slice(0, 14) ?? "";
  return now > last ? now : String(Number(last) + 1);
}

function list(title: string, names: string[]): string {
  return [`${title}:`, ...names.map((name) => `  ${name}`)].join("\n");
}
