import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { auditBackup } from "@/lib/desk/state/queries";
import {
  backUpEmbedded,
  backUpExternal,
  restoreEmbedded,
  restoreExternal,
  startEventEpoch,
} from "@/lib/platform/database/backup";
import { getDirectUrl, openSession } from "@/lib/platform/database/connections";
import { getClusterPath } from "@/lib/platform/database/embedded-process";
import { getMigrationStatus, listMigrations, migrate } from "@/lib/platform/database/migrations";
import { withUnmigratedDatabase } from "@/lib/platform/database/open-database";
import { env } from "@/lib/platform/env";
import { deleteUnreadableDrafts } from "@/lib/wizard/drafts/writes";
import { createCommandLine, defineCommand, printLine, runCommandLine } from "./command-line";

const USAGE = `The database's migrations, prisma/migrations.

  npm run db -- migrate                 apply those that the database lacks
  npm run db -- status                  say which it has and which it lacks (then with exit code 1)
  npm run db -- create NAME [--empty]   write one that leads to prisma/schema.prisma
  npm run db -- backup FILE             write everything into FILE, while the service runs, and into FILE.keys
                                        what opens it; --with-mailbox: the e-mails of the mailbox as well
  npm run db -- restore FILE            take it from both; the embedded database must not be there yet
  npm run db -- new-epoch               after the database was put back otherwise, say so to who reads events
  npm run db -- forget-drafts           let go of unfinished forms that no key of DRAFT_KEYS opens

create applies nothing. It needs the right to create a database, in which it replays the migrations.
--empty also makes one when nothing differs, for SQL of your own.`;

export const database = createCommandLine(USAGE, {
  migrate: defineCommand({ run: () => withUnmigratedDatabase(applyAll) }),
  status: defineCommand({ run: () => withUnmigratedDatabase(showStatus) }),
  backup: defineCommand({
    positionals: ["FILE"],
    options: { "with-mailbox": { type: "boolean" } },
    run: async ([file = ""], { "with-mailbox": withMailbox }) => {
      if (withMailbox && !env.embedded)
        throw new Error(
          "pg_dump takes no mailbox: leave --with-mailbox out, and copy DATA_DIR/mailbox by itself.",
        );
      if (env.embedded && !existsSync(getClusterPath(env.DATA_DIR)))
        throw new Error(
          `There is no database in ${env.DATA_DIR} yet: npm start makes it. Nothing was written.`,
        );
      await withUnmigratedDatabase(async (url) => {
        if (env.embedded) await backUpEmbedded(url, env.DATA_DIR, file, { withMailbox });
        else await backUpExternal(url, env.DATA_DIR, file);
        await auditBackup((await stat(file)).size).catch((error: Error) =>
          process.stderr.write(`The backup is whole, but the record could not take it: ${error.message}\n`),
        );
      });
      printLine(
        `Written: ${file}, which holds families' data, and ${file}.keys, which opens what is sealed in it. Keep both as safe as the database, and apart.`,
      );
    },
  }),
  restore: defineCommand({
    positionals: ["FILE"],
    run: async ([file = ""]) => {
      if (env.embedded) await restoreEmbedded(env.DATA_DIR, file);
      else await restoreExternal(getDirectUrl(), env.DATA_DIR, file);
      printLine(`Restored from ${file}.`);
    },
  }),
  "new-epoch": defineCommand({
    run: async () => {
      await withUnmigratedDatabase(startEventEpoch);
      printLine("Whoever reads events with a cursor of before is told so (cursor_expired) and begins anew.");
    },
  }),
  "forget-drafts": defineCommand({
    run: async () => {
      const count = await withUnmigratedDatabase(() => deleteUnreadableDrafts(new Date()));
      printLine(`Let go of ${count} unfinished form${count === 1 ? "" : "s"}.`);
    },
  }),
  create: defineCommand({
    positionals: ["NAME"],
    options: { empty: { type: "boolean" } },
    run: ([name = ""], { empty }) => {
      if (!/^[a-z0-9]+([_-][a-z0-9]+)*$/.test(name)) {
        throw new Error("NAME must have lower-case letters and digits, with _ or - between words.");
      }
      return withUnmigratedDatabase(async (url) => {
        const { createMigration } = await import("@/tools/migrations/create-migration"); // needs development packages
        const file = await createMigration(url, name.replaceAll("-", "_"), empty ?? false);
        printLine(`Written: ${file}. Read it, then run \`npm run db -- migrate\`.`);
      });
    },
  }),
});

async function applyAll(url: string) {
  const applied = await migrate(url, { onWait: (message) => process.stderr.write(`${message}\n`) });
  printLine(
    applied.length === 0 ? "Nothing to apply: the database is up to date." : formatList("Applied", applied),
  );
}

async function showStatus(url: string) {
  const client = await openSession(url);
  const { pending, edited, failed } = await getMigrationStatus(client).finally(() => client.end());
  const total = (await listMigrations()).length;
  printLine(`${total - pending.length - failed.length} of ${total} migrations are applied.`);
  if (edited.length > 0) printLine(formatList("Changed after they were applied", edited));
  if (failed.length > 0) printLine(formatList("Failed, and in need of a hand", failed));
  if (pending.length > 0) printLine(formatList("Pending; `npm run db -- migrate` applies them", pending));
  if (pending.length + failed.length > 0) process.exitCode = 1;
}

function formatList(title: string, names: string[]): string {
  return [`${title}:`, ...names.map((name) => `  ${name}`)].join("\n");
}

if (import.meta.main) await runCommandLine(database);
