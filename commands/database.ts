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

const USAGE = `Migrations (prisma/migrations), backup and restore of the database.

  npm run db -- migrate                 apply the missing migrations
  npm run db -- status                  list applied and missing migrations; exit code 1 if any is missing
  npm run db -- create NAME [--empty]   create a migration to the current prisma/schema.prisma
  npm run db -- backup FILE             write the database to FILE, also while the service runs, and its
                                        encryption keys to FILE.keys; --with-mailbox includes the mailbox
  npm run db -- restore FILE            restore from both files; the embedded database must not exist yet
  npm run db -- new-epoch               after a restore by other means: invalidate the cursors of events
  npm run db -- forget-drafts           delete unfinished forms that no key of DRAFT_KEYS can decrypt

create applies nothing. It needs the right to create a database, in which it replays the migrations.
--empty creates a migration without changes, for your own SQL.`;

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
          process.stderr.write(
            `The backup is complete, but the audit entry was not written: ${error.message}\n`,
          ),
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
      printLine("Older cursors of events now get cursor_expired, and their clients start again.");
    },
  }),
  "forget-drafts": defineCommand({
    run: async () => {
      const count = await withUnmigratedDatabase(() => deleteUnreadableDrafts(new Date()));
      printLine(`Deleted ${count} unfinished form${count === 1 ? "" : "s"}.`);
    },
  }),
  create: defineCommand({
    positionals: ["NAME"],
    options: { empty: { type: "boolean" } },
    run: ([name = ""], { empty }) => {
      if (!/^[a-z0-9]+([_-][a-z0-9]+)*$/.test(name)) {
        throw new Error("NAME must consist of lower-case letters and digits, with _ or - between words.");
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
  if (failed.length > 0) printLine(formatList("Failed; repair by hand", failed));
  if (pending.length > 0) printLine(formatList("Pending; `npm run db -- migrate` applies them", pending));
  if (pending.length + failed.length > 0) process.exitCode = 1;
}

function formatList(title: string, names: string[]): string {
  return [`${title}:`, ...names.map((name) => `  ${name}`)].join("\n");
}

if (import.meta.main) await runCommandLine(database);
