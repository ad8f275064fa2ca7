import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { getDecisionOptions, readDecisionHistory } from "@/lib/desk/decide/queries";
import { prisma } from "@/lib/platform/database/prisma";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  readNotifications,
} from "@/test/support/domain/decisions";
import { runInProcess } from "@/test/support/processes/command";
import { enrollments } from "./enrollments";
import { reasons } from "./reasons";

let folder: string;
beforeAll(getCurrentYear);
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reasons-"));
  return () => rm(folder, { recursive: true });
});

const write = async (...lines: string[]) => {
  const file = path.join(folder, "reasons.csv");
  await writeFile(file, ["code,offered_for,es,ca,en", ...lines].join("\r\n"));
  return file;
};
const countStored = () => prisma().reason.count();
const listOffered = async (reference: string) => {
  return (await getDecisionOptions(reference, "rejected", "es", createStaffActor("head"))).reasons;
};
const reject = (reference: string, reason: string) =>
  runInProcess(enrollments, "decide", reference, "rejected", "--reason", reason, "--tell", "now");

test("desk 21: exported reasons are imported again without a new version, also when nobody ordered them yet", async () => {
  const before = await countStored();
  const file = path.join(folder, "reasons.csv");
  await runInProcess(reasons, "export", file);
  expect(await readFile(file, "utf8")).toMatch(/^\uFEFFcode,offered_for,es,ca,en\r\n/);
  expect(await prisma().reason.count({ where: { position: 0 } })).toBe(before);
  for (const options of [["--dry-run"], [], []])
    expect(await runInProcess(reasons, "import", file, ...options)).toMatchObject({
      code: 0,
      stdout: "Nothing differs.\n",
    });
  expect(await countStored()).toBe(before);
  const [head = "", first = "", second = "", ...others] = (await readFile(file, "utf8")).split("\r\n");
  await writeFile(file, [head, second, first, ...others].join("\r\n"));
  expect((await runInProcess(reasons, "import", file)).stdout).toBe("The order is now that of the file.\n");
  expect((await runInProcess(reasons, "import", file)).stdout).toBe("Nothing differs.\n");
});

test("desk 21: a reason is changed, withdrawn and moved; notified decisions keep its previous text", async () => {
  const notified = await createEnrollment();
  await reject(notified, "age");
  const file = await write(
    "full;not a separator here,rejected,El curso está completo.,El curs és complet.,The course is full.",
    "other,rejected withdrawn pending accepted,Otro motivo.,Un altre motiu.,Another reason.",
  );
  expect((await runInProcess(reasons, "import", file)).stderr).toContain(
    "“full;not a separator here” is no code",
  );
  const good = await write(
    "full,rejected,El curso está completo.,El curs és complet.,The course is full.",
    "other,rejected withdrawn pending accepted,Otra razón.,Una altra raó.,Another reason.",
  );
  const before = await countStored();
  const dry = await runInProcess(reasons, "import", good, "--dry-run");
  expect(dry.stdout).toContain("age: would be withdrawn (version 2).\n");
  expect(await countStored()).toBe(before);
  const { stdout } = await runInProcess(reasons, "import", good);
  expect(stdout).toContain("full: is new (version 1).\nother: is changed (version 2).\n");
  expect(stdout).toContain("age: is withdrawn (version 2).\n");

  const next = await createEnrollment();
  expect(await listOffered(next)).toEqual([
    { code: "full", text: "El curso está completo." },
    { code: "other", text: "Otra razón." },
  ]);
  expect((await reject(next, "age")).stderr).toContain("full, other");
  expect((await reject(next, "full")).code).toBe(0);
  expect((await readNotifications(next))[0]?.tells).toMatchObject({ reason: "El curso está completo." });
  const { history } = await readDecisionHistory(createStaffActor("head"), notified, "es");
  expect(history[0]?.reason).toBe("La edad no corresponde a los estudios solicitados.");
  expect(await prisma().auditEntry.count({ where: { action: "reason_imported" } })).toBeGreaterThan(2);
});

test("desk 21: a reason that was never offered is changed, not withdrawn, and then withdrawn once", async () => {
  const file = path.join(folder, "reasons.csv");
  await runInProcess(reasons, "export", file);
  const exported = (await readFile(file, "utf8")).trim().split("\r\n").slice(1);
  const lines = exported.filter((line) => !line.startsWith("not_me,"));
  const importNotMe = async (offered: string) => {
    const row = `not_me,${offered},No es nuestra.,No és nostra.,It is not ours ${offered}.`;
    const { stdout } = await runInProcess(reasons, "import", await write(...lines, row));
    return stdout.split("\n").find((line) => line.startsWith("not_me"));
  };
  expect(await importNotMe("")).toContain("not_me: is changed");
  expect(await importNotMe("withdrawn")).toContain("not_me: is changed");
  expect(await importNotMe("")).toContain("not_me: is withdrawn");
});

test("an invalid file reports each reason and writes nothing", async () => {
  const before = await countStored();
  const importRows = async (...lines: string[]) =>
    (await runInProcess(reasons, "import", await write(...lines))).stderr;
  const wrong = await importRows(
    "one,rejected waiting,Sí,,=1+1",
    "one,withdrawn pending,a,b,c",
    "two,rejected,a,b,c,too many",
  );
  expect(wrong).toContain("no table of 5 columns");
  const problems = await importRows("one,rejected waiting,Sí,,=1+1", "one,withdrawn,a,b,c");
  expect(problems).toContain("one: “waiting” is none of");
  expect(problems).toContain("one: what it says in ca is missing.");
  expect(problems).toContain("one: what it says in en begins as a formula");
  expect(problems).toContain("one is there twice.");
  expect(problems).toContain("No reason is offered for “pending”");
  await writeFile(path.join(folder, "reasons.csv"), Uint8Array.of(0xc3, 0x28));
  const bytes = await runInProcess(reasons, "import", path.join(folder, "reasons.csv"));
  expect(bytes.stderr).toContain("is not UTF-8");
  expect(await countStored()).toBe(before);
});

test("desk 21: stored reasons are neither changed nor deleted", async () => {
  await expect(prisma().reason.deleteMany({ where: { code: "no_answer" } })).rejects.toThrow(/never changed/);
  await expect(prisma().reason.updateMany({ data: { es: "" } })).rejects.toThrow(/never changed/);
});
