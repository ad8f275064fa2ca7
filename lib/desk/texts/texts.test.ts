import { expect, test } from "vitest";
import { listAllReasons, listOfferedReasons } from "@/lib/decisions/reasons";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { changeReason, retireReason } from "@/lib/desk/reasons/verbs";
import { changeLegalTexts, changeMailText, readLegalDetails } from "@/lib/desk/texts/verbs";
import { previewMailText } from "@/lib/mail/prepare-message";
import type { Actor } from "@/lib/people/staff/permissions";
import { ConflictError } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { findLegalVersion } from "@/lib/school/legal";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  readNotifications,
} from "@/test/support/domain/decisions";

const admin = createStaffActor("admin");
const command: Actor = { kind: "command" };
await getCurrentYear();

const written = async (action: string) => {
  const select = {
    actorKind: true,
    objectId: true,
    values: { select: { name: true, old: true, new: true } },
  };
  return prisma().auditEntry.findMany({ where: { action }, orderBy: { id: "asc" }, select });
};
const value = (name: string, old: string | null, now: string | null) =>
  expect.objectContaining({ name, old, new: now });
const terms = (word: string) => ({ es: `# Uno\n\n${word}`, ca: `# U\n\n${word}`, en: `# One\n\n${word}` });

test("desk 44: a legal text gets a new version by page and command; the slower of two gets an error", async () => {
  const { version, texts } = await readLegalDetails(admin, "terms");
  const change = await changeLegalTexts(
    { kind: "terms", ...terms("{school}\r\n"), was: String(version) },
    admin,
  );
  expect(change).toMatchObject({ version: version + 1, changed: ["es", "ca", "en"] });
  expect((await findLegalVersion("terms", version, "es"))?.text).toBe(texts.es);
  expect((await findLegalVersion("terms", version + 1, "es"))?.text).toBe("# Uno\n\n{school}\n");
  await expect(
    changeLegalTexts({ kind: "terms", ...terms("late"), was: String(version) }, admin),
  ).rejects.toThrow(ConflictError);
  await changeLegalTexts({ kind: "terms", ...terms("{school}") }, command); // nothing differs
  await changeLegalTexts({ kind: "terms", ...terms("dry"), dryRun: true }, command);
  await changeLegalTexts({ kind: "terms", ...terms("again"), was: String(version + 1) }, command);
  expect(await written("legal_text_imported")).toEqual([
    expect.objectContaining({ actorKind: "staff", objectId: `terms ${version + 1}` }),
    { actorKind: "command", objectId: `terms ${version + 2}`, values: expect.any(Array) },
  ]);
  expect((await written("legal_text_imported"))[1]?.values).toContainEqual(
    value("version", String(version + 1), String(version + 2)),
  );
  expect((await readLegalDetails(admin, "terms")).versions.map((one) => one.version)).toEqual([3, 2, 1]);
});

test("desk 44: a text of the mails is in every mail that has it, in the reader's language, and can be removed", async () => {
  const greeting = { es: "Apreciada familia, {name}:", ca: "Benvolguda família:", en: "Dear {name}," };
  await changeMailText({ part: "greeting", ...greeting, was: "" }, admin);
  await changeMailText(
    { part: "accepted", es: "Trae tu viola.", ca: "Porta la viola.", en: "Bring it." },
    admin,
  );
  await changeMailText({ part: "signature", es: "Marta\nDirección", ca: "Marta", en: "Marta" }, admin);
  const accepted = (await previewMailText("accepted", "es")).text;
  expect(accepted).toMatch(
    /Apreciada familia, Berta:[\s\S]*\n3\. Trae tu viola\.\n[\s\S]*Marta\nDirección\n/,
  );
  expect((await previewMailText("rejected", "ca")).text).toMatch(/Benvolguda família:[\s\S]*\nMarta\n/);
  expect((await previewMailText("rejected", "ca")).text).not.toContain("viola");
  const mailText = (await previewMailText("second_guardian", "es")).text;
  expect(mailText).toContain("Hola:"); // no greeting without a name
  const child = (await previewMailText("minor_student", "ca")).text;
  expect(child).not.toContain("Benvolguda");

  await expect(changeMailText({ part: "greeting", ...greeting, en: "Hi", was: "" }, admin)).rejects.toThrow(
    ConflictError,
  );
  for (const [en, code] of [
    ["", "sentence_missing"],
    ["Hello\nyou", "sentence_lines"],
    ["{date}", "sentence_place"],
    ["x".repeat(301), "sentence_too_long"],
  ] as const)
    await expect(changeMailText({ part: "greeting", ...greeting, en }, admin)).rejects.toMatchObject({
      issues: [{ field: "en", code }],
    });
  await changeMailText({ part: "greeting" }, admin);
  expect((await previewMailText("accepted", "es")).text).toContain("Hola, Berta:");
  const entries = (await written("mail_sentence_changed")).filter(({ objectId }) => objectId === "greeting");
  expect(entries.map(({ values }) => values)).toEqual([
    expect.arrayContaining([value("es", null, greeting.es)]),
    expect.arrayContaining([value("en", greeting.en, null)]),
  ]);
});

test("desk 44: a reason is changed, added and retired; earlier notifications keep theirs", async () => {
  const reference = await createEnrollment();
  const rejected = { to: "rejected", reason: "age", tell: "now" } as const;
  await decideAndNotify({ reference: reference, ...rejected }, createStaffActor("head"), new Date());
  const texts = { es: "¡No hay más grupos!", ca: "No hi ha més grups.", en: "There are no more groups." };
  const reason = await changeReason({ ...texts, offeredFor: ["rejected"] }, admin);
  expect(reason).toBe("no_hay_mas_grupos");
  const offered = (await listAllReasons()).at(-1);
  expect(offered).toMatchObject({ code: reason, version: 1, ...texts });
  await changeReason(
    { reason: reason, ...texts, en: "No groups left.", offeredFor: ["rejected"], was: 1 },
    admin,
  );
  await expect(changeReason({ reason: reason, ...texts, offeredFor: [], was: 1 }, admin)).rejects.toThrow(
    ConflictError,
  );
  await retireReason({ reason: "age" }, admin);
  await expect(
    decideAndNotify(
      { reference: await createEnrollment(), ...rejected },
      createStaffActor("head"),
      new Date(),
    ),
  ).rejects.toMatchObject({ code: "reason_unknown" });
  expect((await readNotifications(reference))[0]?.tells).toMatchObject({
    reason: expect.stringContaining("edad"),
  });
  expect((await written("reason_changed")).map(({ objectId }) => objectId)).toEqual([
    `${reason} 1`,
    `${reason} 2`,
  ]);
  expect((await written("reason_changed"))[1]?.values).toEqual([
    { name: "en", old: texts.en, new: "No groups left." },
  ]);
  expect((await written("reason_retired"))[0]?.values).toEqual([
    { name: "offered_for", old: expect.stringContaining("rejected"), new: "" },
  ]);
  const retireReasons = async () => {
    for (const { code } of await listOfferedReasons()) await retireReason({ reason: code }, admin);
  };
  await expect(retireReasons()).rejects.toMatchObject({
    issues: expect.arrayContaining([expect.objectContaining({ code: "reason_needed" })]),
  });
});
