import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { confirmGuardianSignedIn } from "@/lib/family/guardians/verbs";
import { readConsentReceipt } from "@/lib/family/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { collectPersonalData } from "@/lib/privacy/data-copy/queries";
import { findLegalVersion } from "@/lib/school/legal";
import { writeSetting } from "@/lib/school/settings";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anAdult } from "@/test/support/data/factories";
import { aFamily } from "@/test/support/data/families";
import { createEnrollment, readStatus } from "@/test/support/domain/decisions";
import { runInProcess } from "@/test/support/processes/command";
import { legal } from "./legal";

let folder: string;
beforeAll(seedDemoSchool);
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "legal-"));
  return () => rm(folder, { recursive: true });
});

const write = (name: string, text: string | Uint8Array) => writeFile(path.join(folder, name), text);
const writeTerms = async (text: (locale: string) => string) => {
  for (const locale of ["es", "ca", "en"]) await write(`terms.${locale}.md`, text(locale));
};
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const countStored = () => prisma().legalText.count();

test("desk 30: exported texts are imported again without a new version", async () => {
  await runInProcess(legal, "export", folder);
  expect((await readFile(path.join(folder, "terms.ca.md"), "utf8")).split("\n")[0]).toMatch(/^# /);
  const before = await countStored();
  expect((await runInProcess(legal, "import", folder)).stdout).toBe(
    "terms: nothing differs from version 1.\nprivacy: nothing differs from version 1.\n",
  );
  expect(await countStored()).toBe(before);
});

test("families 19: the receipt has the accepted version and its SHA-256, and the text is stored", async () => {
  const first = anAdult();
  const before = await createEnrollment(first, "ca");
  const family = await aFamily();
  const text = (locale: string) => `# Terms in ${locale}\n\nWrite to {mail}.\n`;
  await writeTerms((locale) => `\uFEFF${text(locale).replaceAll("\n", "\r\n")}`); // as a Windows editor writes it
  const dry = await runInProcess(legal, "import", folder, "--dry-run");
  expect(dry.stdout).toBe("terms: would become version 2 (es, ca, en differ).\n");
  const rows = await countStored();
  expect((await runInProcess(legal, "import", folder)).stdout).toBe(
    "terms: is now version 2 (es, ca, en differ).\n",
  );
  expect(await countStored()).toBe(rows + 3);

  const after = await createEnrollment(anAdult(), "en");
  const readReceipt = async (reference: string) =>
    (await readConsentReceipt((await readStatus(reference)).studentId, reference))?.terms_text;
  const readCopy = async (personId: string) => collectPersonalData(personId, new Date());
  const old = await findLegalVersion("terms", 1, "ca");
  expect(await readReceipt(before)).toMatchObject({ version: 1, sha256: sha256(String(old?.text)) });
  expect(await readReceipt(after)).toEqual({
    version: 2,
    sha256: sha256(text("en")),
    url: expect.stringMatching(/\/en\/legal\/terms\/2$/),
  });
  expect((await findLegalVersion("terms", 2, "en"))?.text).toBe(text("en"));
  // Families 20: "my data" says so too.
  for (const [reference, accepted] of [
    [before, { version: 1, sha256: sha256(String((await findLegalVersion("terms", 1, "ca"))?.text)) }],
    [after, { version: 2, sha256: sha256(text("en")) }],
  ] as const)
    expect((await readCopy((await readStatus(reference)).studentId))?.enrollments).toMatchObject([
      { reference, terms: { text: accepted } },
    ]);

  // The second guardian accepts what the first one did, in a language of their own.
  await confirmGuardianSignedIn(
    { personId: family.second, studentId: family.child, locale: "en" },
    new Date(),
  );
  const receipt = await readConsentReceipt(family.second, family.reference);
  expect(receipt?.terms_text).toMatchObject({
    version: 1,
    sha256: sha256(String((await findLegalVersion("terms", 1, "en"))?.text)),
  });
  expect((await readCopy(family.second))?.consents).toMatchObject([
    { reference: family.reference, text: receipt?.terms_text },
  ]);

  await writeSetting("terms_url", "https://school.example/terms");
  expect(await readReceipt(await createEnrollment())).toBeNull(); // external terms have no version
  await prisma().setting.delete({ where: { key: "terms_url" } });
});

test("an accepted version cannot be changed or deleted", async () => {
  await expect(prisma().legalText.deleteMany({ where: { kind: "terms" } })).rejects.toThrow(/never changed/);
  await expect(prisma().legalText.updateMany({ data: { text: "" } })).rejects.toThrow(/never changed/);
});

test("an invalid folder reports each file and writes nothing", async () => {
  const before = await countStored();
  expect((await runInProcess(legal, "import", folder)).stderr).toContain("holds no terms.es.md");
  await write("terms.es.md", "Condiciones\n");
  await write("terms.ca.md", "# Condicions\n\n{director}\n");
  const { code, stderr } = await runInProcess(legal, "import", folder);
  expect(code).toBe(1);
  expect(stderr).toContain("terms.es.md does not begin with a line “# Title”");
  expect(stderr).toContain("terms.ca.md speaks of {director}");
  expect(stderr).toContain("terms.en.md is missing.");
  await write("terms.es.md", Uint8Array.of(0xc3, 0x28));
  expect((await runInProcess(legal, "import", folder)).stderr).toContain("terms.es.md is not UTF-8");
  expect(await countStored()).toBe(before);
});
