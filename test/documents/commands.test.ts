import { exec } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

// `db create` writes beside lib/platform/database/migrations.ts; a copy, because other tests count the
// migrations of the checkout.
const { here, folder } = await vi.hoisted(async () => {
  const { cpSync, mkdtempSync } = await import("node:fs");
  const { tmpdir } = await import("node:os");
  const [here, folder] = [process.cwd(), mkdtempSync(`${tmpdir()}/documented-`)];
  cpSync("prisma/migrations", `${folder}/prisma/migrations`, { recursive: true });
  process.chdir(folder);
  return { here, folder };
});

import type { CommandLine } from "@/commands/command-line";
import { staff } from "@/commands/staff";
import { prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "../support/data/demo-school";
import { anAdult } from "../support/data/factories";
import { smallCatalogue } from "../support/data/small-catalogue";
import { createServiceRole } from "../support/database/service-role";
import { documents } from "../support/documents/documents";
import { attemptMail, enrollAndListMails } from "../support/domain/mail";
import { runInProcess } from "../support/processes/command";

process.chdir(here);

const scripts: Record<string, string> = JSON.parse(readFileSync("package.json", "utf8")).scripts;
const text = [...documents, ...globSync("{docs/decisions/*,AGENTS}.md")]
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** It has no subcommands, and tests of its own (commands/command-line.test.ts, server/doctor/doctor.test.ts). */
const DOCTOR = "commands/doctor.ts";

/** Scripts of package.json that run the other `commands/`. */
const commands = Object.entries(scripts).flatMap(([script, line]) => {
  const [, file] = /^node --import \S+ (commands\/[\w-]+\.ts)$/.exec(line) ?? [];
  return file && file !== DOCTOR ? [{ script, file }] : [];
});

let serviceRole: Awaited<ReturnType<typeof createServiceRole>>;
let messageId: string;
let decisionArgs: string[];
const adult = anAdult();
const email = adult.student_email;
beforeAll(async () => {
  const { current } = await seedDemoSchool();
  await enrollAndListMails(adult);
  messageId = (await enrollAndListMails(anAdult())).adult_student as string;
  await attemptMail(messageId);
  const { enrollment } = await prisma().mailMessage.findUniqueOrThrow({
    where: { id: messageId },
    select: { enrollment: { select: { reference: true } } },
  });
  decisionArgs = [enrollment?.reference ?? "", String(current.specialities[0]), String(current.id)];
  for (const name of ["anna", "berta"])
    await runInProcess(staff, "invite", `${name}@school.example`, "--role", "admin");
  serviceRole = await createServiceRole();
  await serviceRole.enter(); // no command below needs to change the schema
  const { degrees } = smallCatalogue();
  const extraDegree = { id: 9_000, order: 9_000, name: "Taller" }; // the sequence of ids must move past it
  await writeFile(path.join(folder, "in.json"), JSON.stringify({ degrees: [...degrees, extraDegree] }));
});
afterAll(async () => {
  await serviceRole.drop();
  await rm(folder, { recursive: true });
});

/** A valid call of each command, in an order that works. */
const validArguments: Record<string, () => string[]> = {
  "key create": () => ["Conservatory", "--scope", "catalogue:read"],
  "key list": () => ["--json"],
  "key rotate": () => ["Conservatory", "--overlap", "24h"],
  "key end-overlap": () => ["Conservatory"],
  "key revoke": () => ["Conservatory"],
  "setting list": () => [],
  "setting get": () => ["time_zone"],
  "setting logo": () => ["public/icon.svg"],
  "setting remove-logo": () => [],
  "setting set": () => ["allow_minors_without_email", "true"],
  "catalogue import": () => [path.join(folder, "in.json")],
  "catalogue export": () => [path.join(folder, "out.json")],
  "legal list": () => [],
  "legal export": () => [path.join(folder, "legal")],
  "legal import": () => [path.join(folder, "legal"), "--dry-run"],
  "reasons list": () => [],
  "reasons export": () => [path.join(folder, "reasons.csv")],
  "reasons import": () => [path.join(folder, "reasons.csv"), "--dry-run"],
  "mail list": () => ["--failed"],
  "mail pause": () => [],
  "mail go-on": () => [],
  "mail show": () => [messageId],
  "mail resend": () => [messageId],
  "mail address": () => [messageId, "new.address@example.org"],
  "staff invite": () => ["clara@school.example", "--role", "admin"],
  "staff list": () => [],
  "staff remove": () => ["berta@school.example"],
  "staff reset-factor": () => ["anna@school.example"],
  "demo enrollments": () => ["1"],
  "demo round": () => ["12"],
  "demo remove": () => [],
  "enrollments list": () => ["--state", "pending", "--json"],
  "enrollments show": () => [decisionArgs[0] ?? ""],
  "enrollments export": () => [path.join(folder, "list.csv")],
  "enrollments call": () => ["--year", decisionArgs[2] ?? ""],
  "enrollments decide": () => [
    ...[decisionArgs[0] ?? "", "accepted", "--speciality", decisionArgs[1] ?? ""],
    ...["--reason", "other", "--words", "Outside the round."], // which the demo's round demands
  ],
  "enrollments tell": () => ["--year", decisionArgs[2] ?? ""],
  "privacy export": () => [email],
  "privacy erase": () => [email],
  "privacy replay": () => [],
  "testdata purge": () => [],
  "db migrate": () => [],
  "db status": () => [],
  "db backup": () => [path.join(folder, "school.backup")],
  "db restore": () => [path.join(folder, "school.backup")],
  "db new-epoch": () => [],
  "db forget-drafts": () => [],
  "db create": () => ["a_migration_of_the_tests", "--empty"],
};

/** Tested with a database of its own, because PostgreSQL's programs may be missing or too old. */
const needsPostgresPrograms = new Set(["db backup", "db restore"]);

/** Creates a database. */
const needsOwner = new Set(["db create"]);

/** Only for the embedded database, which tests do not use. */
const refusedInTests = new Set(["demo remove"]);

test("every npm, npx and node command of the documents exists", () => {
  const named = [...text.matchAll(/npm run (?:--silent |-s )?([\w:-]+)/g)].map(
    ([, script]) => script as string,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
  for (const [, script = ""] of text.matchAll(/npm (start|test|stop|restart)\b/g))
    expect(scripts).toHaveProperty(script);
  const files = [...text.matchAll(/(?:node|vitest run|test) ((?:tools|lib|e2e|test)\/[\w/.-]+)/g)];
  expect(files.map(([, file]) => file as string).filter((file) => !existsSync(file))).toEqual([]);
  const run = Object.values(scripts).flatMap((line) => line.match(/[\w/.-]+\.(?:ts|mjs)\b/g) ?? []);
  expect(run.filter((file) => !existsSync(file))).toEqual([]);
});

test("every command of package.json is tested below", () => {
  const named = Object.values(scripts).filter((line) => line.includes("commands/") && !line.includes(DOCTOR));
  expect(commands).toHaveLength(named.length);
  expect(named.length).toBeGreaterThan(5);
});

describe.each(commands)("npm run $script", ({ script, file }) => {
  let commandLine: CommandLine;
  let usage: string;
  let subcommands: { sub: string; words: string[] }[];
  beforeAll(async () => {
    const exported = Object.values(await import(path.resolve(file))) as CommandLine[];
    commandLine = exported.find((value) => typeof value === "function") as CommandLine;
    usage = (await runInProcess(commandLine, "--help")).stdout;
    const usageLines = [
      ...usage.matchAll(new RegExp(`^ *npm run (?:--silent )?${script} -- (\\w[\\w-]*)(.*)$`, "gm")),
    ];
    subcommands = usageLines.map(([, sub = "", rest = ""]) => ({
      sub,
      words:
        rest
          .split("  ")[0]
          ?.replace(/\[[^\]]*\]…?|--\w+ [A-Z]+|\|\S+/g, "")
          .match(/[A-Z][A-Z-]+/g) ?? [],
    }));
  });

  test("docs/operations.md has the command, and documents name only existing subcommands", () => {
    expect(readFileSync("docs/operations.md", "utf8")).toMatch(
      new RegExp(`npm run (--silent )?${script} --`),
    );
    const named = [...text.matchAll(new RegExp(`npm run (?:--silent )?${script} -- (\\w[\\w-]*)`, "g"))];
    const known = subcommands.map(({ sub }) => sub);
    expect(named.map(([, sub]) => sub as string).filter((sub) => !known.includes(sub))).toEqual([]);
    expect(known.filter((sub) => !(`${script} ${sub}` in validArguments))).toEqual([]); // to be added above
  });

  test("runs each subcommand and reports missing and extra arguments", async () => {
    for (const { sub, words } of subcommands) {
      const args = validArguments[`${script} ${sub}`]?.() ?? [];
      const asOwner = needsOwner.has(`${script} ${sub}`);
      if (asOwner) await serviceRole.leave();
      const result = await runInProcess(commandLine, sub, ...args);
      if (asOwner) await serviceRole.enter();
      if (refusedInTests.has(`${script} ${sub}`)) {
        expect([sub, result]).toMatchObject([sub, { code: 1, stdout: "" }]);
      } else if (needsPostgresPrograms.has(`${script} ${sub}`) && result.code === 1)
        expect(result.stderr).not.toContain("    at ");
      else expect([sub, result]).toMatchObject([sub, { code: 0, stderr: "" }]);

      const tooFew = await runInProcess(commandLine, sub, ...args.slice(0, Math.max(words.length - 1, 0)));
      if (words.length > 0) expect([sub, tooFew.stderr]).toEqual([sub, expect.stringMatching(/ is missing/)]);
      const tooMany = await runInProcess(commandLine, sub, ...args.slice(0, words.length), "too", "much");
      expect([sub, tooMany.code, tooMany.stdout]).toEqual([sub, 1, ""]);
      expect(tooMany.stderr).toMatch(/is an unexpected argument/);
    }
  });

  test("runs when its file is started, and rejects an unknown subcommand", async () => {
    const [exported] =
      Object.entries(await import(path.resolve(file))).find(([, value]) => value === commandLine) ?? [];
    expect(readFileSync(file, "utf8")).toMatch(
      new RegExp(`\nif \\(import\\.meta\\.main\\) await runCommandLine\\(${exported}\\);\n$`),
    );
    expect(await runInProcess(commandLine, "no-such-command")).toMatchObject(refusal);
  });
});

// Most others have their own tests.
test("npm passes on a command's arguments and its exit code", async () => {
  expect(await shell("npm run --silent staff -- no-such-command")).toMatchObject(refusal);
  expect(await shell("npm run --silent staff -- --help")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("npm run --silent staff -- invite"),
  });
});

const refusal = {
  code: 1,
  stdout: "",
  stderr: expect.stringContaining("There is no command “no-such-command”"),
};

/** Runs a line with the packages' programs in PATH, like npm. */
const shell = (line: string) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...process.env, PATH: `${path.resolve("node_modules/.bin")}:${process.env.PATH}` };
    exec(line, { env }, (failure, stdout, stderr) =>
      resolve({ code: Number(failure?.code ?? 0), stdout, stderr }),
    );
  });
