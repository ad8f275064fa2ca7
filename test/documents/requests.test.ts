import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import Ajv from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "@/app/api/v1/contract";
import type { CommandLine } from "@/commands/command-line";
import { createApiKey, defaultScopes } from "@/lib/api/keys";
import { createOpenApiDocument } from "@/lib/api/openapi";
import { locales } from "@/lib/i18n/locales";
import { prisma } from "@/lib/platform/database/prisma";
import { fieldCodes, httpStatus } from "@/lib/platform/errors";
import { anAdult } from "../support/data/factories";
import { smallCatalogue } from "../support/data/small-catalogue";
import { documents, parseCommands, readCodeBlocks } from "../support/documents/documents";
import { snippetPrograms, uncheckedSnippets } from "../support/documents/unchecked-snippets";
import { attemptMail, enrollAndListMails } from "../support/domain/mail";
import { deliverQueuedMail } from "../support/domain/sandbox";
import { runInProcess } from "../support/processes/command";
import { createTestFolder } from "../support/processes/test-folder";
import { startDemoApi } from "../support/servers/api";

const shell = documents.flatMap(readCodeBlocks).filter(({ language }) => language === "sh");
const scripts = shell.filter(({ text }) => /^\s*curl /m.test(text));
const guides = locales.map((language) =>
  readCodeBlocks(`docs/guides/${language}/start.md`)
    .filter(({ language }) => language === "sh")
    .map(({ text }) => text.trimEnd()),
);
const [guide = []] = guides;

const { api, school } = await startDemoApi();
const [year, speciality] = [school.current.id, school.current.specialities[0]];
const home = await createTestFolder();
beforeAll(async () => {
  await mkdir(path.join(home, ".data"));
  await writeFile(path.join(home, "in.json"), JSON.stringify({ degrees: smallCatalogue().degrees }));
});

type Paths = Record<string, Record<string, object>>;

describe("integrators 10: examples of the documents", () => {
  test("every request of a document succeeds with a key and is rejected without", async (context) => {
    if (await runShell("curl --version", "").then(({ code }) => code !== 0)) return context.skip("no curl");
    const printed = [
      ...scripts.map(({ text }) => text),
      guide.filter((code) => !code.includes("/sandbox/")).join("\n"),
    ];
    expect(printed.length).toBeGreaterThan(3);
    for (const text of printed) {
      const requestCount = text.match(/^\s*curl /gm)?.length ?? 0;
      const { stdout, stderr } = await runShell(text, api.key);
      expect([text, stdout.match(/"status":"success"/g)?.length, stderr]).toEqual([text, requestCount, ""]);
      const refused = await runShell(text, "mat_live_no_key");
      expect([text, refused.stdout.match(/"code":"invalid_api_key"/g)?.length]).toEqual([text, requestCount]);
    }
  });

  test("integrators 8: the guides have the same structure and commands in every language", () => {
    const commandsByLanguage = guides.map((blocks) => blocks.map((text) => text.replaceAll(/ *#.*/g, "")));
    expect(commandsByLanguage[0]?.length).toBeGreaterThan(4);
    expect(commandsByLanguage.slice(1)).toEqual([commandsByLanguage[0], commandsByLanguage[0]]);
    for (const name of ["start", "errors", "changelog"]) {
      const parts = locales.map((language) => partsOf(`docs/guides/${language}/${name}.md`));
      expect([name, ...parts.slice(1)]).toEqual([name, parts[0], parts[0]]);
    }
    const codes = partsOf("docs/guides/en/errors.md").flatMap((part) => /^\w+$/.exec(part) ?? []);
    expect(codes.toSorted()).toEqual([...Object.keys(httpStatus), ...fieldCodes].toSorted());
  });

  test("runs the sandbox's requests with a test key, for an existing minor", async (context) => {
    if (await runShell("curl --version", "").then(({ code }) => code !== 0)) return context.skip("no curl");
    const key = await createApiKey({ name: "reader", scopes: defaultScopes, expiresAt: null, mode: "test" });
    const minor = readFileSync("docs/snippets/enroll-minor.sh", "utf8");
    const decision = guide.find((code) => code.includes("/sandbox/")) ?? "";
    const { stdout } = await runShell(minor, key);
    const [reference = ""] = /^\w{8}$/m.exec(stdout) ?? [];
    const deciding = runShell(decision.replace("K7M3XQ9A", reference), key);
    const isDone = deciding.then(() => true);
    await expect
      .poll(async () => {
        await deliverQueuedMail(reference);
        return Promise.race([isDone, false]);
      })
      .toBe(true);
    expect((await deciding).stdout).toMatch(/"state":"accepted".*"kind":"accepted"/s);
  });

  test("every command works as printed, or is tested elsewhere", async () => {
    const printed = shell
      .filter((block) => !scripts.includes(block))
      .flatMap(({ text }) => parseCommands(text));
    const untested = [];
    for (const command of printed) {
      const elsewhere = Object.entries(uncheckedSnippets).find(([prefix]) => command.startsWith(prefix));
      const [, script = "", rest = ""] = /^npm run (?:--silent )?([\w-]+) -- (.*)$/.exec(command) ?? [];
      const line = elsewhere ? undefined : await findCommand(script);
      if (line)
        expect([command, await runInProcess(line, ...(await createArguments(rest)))]).toMatchObject([
          command,
          { code: 0, stderr: "" },
        ]);
      else if (!elsewhere || !existsSync(elsewhere[1])) untested.push(command);
    }
    expect(untested).toEqual([]);
    expect(printed.length).toBeGreaterThan(40);
    const named = (prefix: string) => printed.some((command) => command.startsWith(prefix));
    expect(Object.keys(uncheckedSnippets).filter((prefix) => !named(prefix))).toEqual([]);
  });

  test("every other program of a document has a named test, or is in the source", () => {
    const printed = documents
      .flatMap(readCodeBlocks)
      .filter(({ language }) => !/^(sh|json|mermaid)$/.test(language));
    const programs = printed.map(({ text }) =>
      Object.keys(snippetPrograms).find((prefix) => text.startsWith(prefix)),
    );
    expect(programs.toSorted()).toEqual(Object.keys(snippetPrograms).toSorted());
    expect(Object.values(snippetPrograms).filter((file) => !existsSync(file))).toEqual([]);
    const route = printed.find(({ text }) => text.includes("contract.withdraw"))?.text;
    expect(readFileSync(snippetPrograms["export const POST = handle("] ?? "", "utf8")).toContain(route);
  });

  test("every response in docs/api.md matches the OpenAPI document", () => {
    const answers = readCodeBlocks("docs/api.md").filter(({ language }) => language === "json");
    const { paths, components } = createOpenApiDocument(contract) as { paths: Paths; components: object };
    const ajv = addFormats(new Ajv({ strict: false }));
    type Get = { responses: Record<string, { content: Record<string, { schema: object }> }> };
    const { get } = paths["/api/v1/events"] as { get: Get };
    const arrayOf = (name: string) => ({ type: "array", items: { $ref: `#/components/schemas/${name}` } });
    const schemas = [
      arrayOf("SyllabusSpeciality"),
      arrayOf("SyllabusSubject"),
      arrayOf("SpecialitySubject"),
      { $ref: "#/components/schemas/Error" },
      get.responses[200]?.content["application/json"]?.schema,
    ];
    expect(answers).toHaveLength(schemas.length);
    for (const [index, { text }] of answers.entries()) {
      const validate = ajv.compile({ ...schemas[index], components });
      expect([text, validate(JSON.parse(text)), validate.errors]).toEqual([text, true, null]);
    }
  });

  test("examples have different people, so that all can be sent", () => {
    const { paths } = createOpenApiDocument(contract) as { paths: Paths };
    const examples = ["adult", "minor"].map((kind) => {
      const { post } = paths[`/api/v1/academic/${kind}_enrollment`] as {
        post: { requestBody: { content: Record<string, { example: object }> } };
      };
      return JSON.stringify(post.requestBody.content["application/json"]?.example);
    });
    const sources = [
      ...examples,
      ...scripts.map(({ text }) => text),
      guide.join("\n"),
      ...globSync("docs/snippets/enroll-*").map((file) => readFileSync(file, "utf8")),
    ];
    const named = sources.flatMap((text) => [
      ...new Set(text.match(/"[\w.]+@example\.\w+"|"\d{8}[A-Z]"|"XD[A-Z]\d+"/g)),
    ]);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
  });
});

/** Structure of a guide: section ids, codes, and the number of paragraphs, list items and blocks. */
const partsOf = (file: string) =>
  readFileSync(file, "utf8")
    .split(/\n{2,}|\n(?=- )/)
    .map((block) => /\{#([\w-]+)\}$/.exec(block)?.[0] ?? /^### (\w+)$/.exec(block)?.[1] ?? "…");

/** Runs shell text in a folder with the key of `npm start`; replaces port and year. */
async function runShell(text: string, key: string) {
  await writeFile(path.join(home, ".data/demo-api-key"), key);
  const script = text
    .replaceAll(/\{base\}|http:\/\/localhost:3000/g, api.base)
    .replaceAll("{key}", "$(cat .data/demo-api-key)")
    .replaceAll("{year}", String(year))
    .replaceAll("{speciality}", String(speciality))
    .replaceAll(/(school_year_id\W{1,4})26\b/g, `$1${year}`)
    .replaceAll("curl ", "curl -sS ");
  const env = {
    ...process.env,
    KEY: key,
    API_KEY: key,
    API: `${api.base}/api/v1`,
    BASE_URL: api.base,
    SCHOOL_YEAR: String(year),
    SPECIALITY: String(speciality),
  };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) =>
    execFile("sh", ["-c", script], { cwd: home, env }, (failure, stdout, stderr) =>
      resolve({ code: Number(failure?.code ?? 0), stdout, stderr }),
    ),
  );
}

/** The command of a script, run in this process. */
async function findCommand(script: string): Promise<CommandLine | undefined> {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const [file] = /commands\/[\w-]+\.ts$/.exec(scripts[script] ?? "") ?? [];
  if (!file) return;
  const exported = Object.values(await import(path.resolve(file)));
  return exported.find((value): value is CommandLine => typeof value === "function");
}

/** Arguments of a command, with existing people for placeholders. */
async function createArguments(rest: string): Promise<string[]> {
  const person = anAdult();
  const message = (await enrollAndListMails(person)).adult_student as string;
  await attemptMail(message);
  const { enrollment } = await prisma().mailMessage.findUniqueOrThrow({
    where: { id: message },
    select: { enrollment: { select: { reference: true } } },
  });
  const free = anAdult().student_email;
  const placeholders: Record<string, string> = {
    NAME: person.student_surname + message,
    COUNT: "1",
    FILE: path.join(home, /import/.test(rest) ? "in.json" : "out.json"),
    FOLDER: path.join(home, "texts"),
    texts: path.join(home, "texts"),
    "reasons.csv": path.join(home, "reasons.csv"),
    "logo.svg": path.resolve("public/icon.svg"),
    "FILE.csv": path.join(home, "out.csv"),
    REFERENCE: enrollment?.reference ?? "",
    K7M3XQ9A: enrollment?.reference ?? "",
    ID: message,
    "E-MAIL": /^(export|erase) /.test(rest) ? person.student_email : free,
    26: String(year),
    26001: String(speciality),
  };
  const args = rest.replaceAll(/\[[^\]]*\]/g, "").match(/"[^"]*"|\S+/g) ?? [];
  const unknown = args.filter((word) => /^[A-Z][A-Z.-]+$/.test(word) && !(word in placeholders));
  if (unknown.length > 0) throw new Error(`${unknown} has no value in this test.`);
  return args.map((word) => placeholders[word] ?? word.replaceAll('"', ""));
}
