import { createHash } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { decideAndNotify, recordDisagreement } from "@/lib/decisions/verbs";
import { addLabel, addNote } from "@/lib/desk/labels/verbs";
import { invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { findPersonByEmail } from "@/lib/privacy/queries";
import { createDataRequest } from "@/lib/privacy/verbs";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor } from "@/test/support/data/factories";
import { createEnrollment } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";
import { collectPersonalData, type PersonalData } from "./queries";
import { createDataExport, textKeyByColumn } from "./readable-copy";

const { next } = await seedDemoSchool();
const [instrument] = next.specialities as [number];
const instrumentNames = { es: "Piano de cua", ca: "Piano de cua llarga", en: "Grand piano" };
await prisma().speciality.update({
  where: { id: instrument },
  data: { name: instrumentNames.es, nameCa: instrumentNames.ca, nameEn: instrumentNames.en },
});
invalidate("catalogue");

/** Every value that a person would look for, however deep. */
const leaves = (value: unknown): string[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [String(value ?? "")];

const visible = (html: string) =>
  html
    .replace(/<style>.*<\/style>/s, "")
    .replace(/<[^>]+>/g, "\n")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

async function copied(email: string) {
  const id = (await findPersonByEmail(email)) as string;
  await createDataRequest("access", id, new Date());
  const data = (await collectPersonalData(id, new Date())) as PersonalData;
  const files = unzipSync(await createDataExport(data));
  expect(Object.keys(files)).toEqual(["data.html", "data.json"]);
  const [html, json] = [files["data.html"], files["data.json"]].map((file) => strFromU8(file as Uint8Array));
  expect(JSON.parse(String(json))).toEqual(JSON.parse(JSON.stringify(data)));
  return { data, html: String(html), text: visible(String(html)) };
}

test.each(["es", "ca", "en"] as const)(
  "desk 32: the copy as a page says in %s all that the JSON has, in words, and loads nothing",
  async (locale) => {
    const choice = { school_year_id: next.id, student_speciality_option1: instrument };
    const body = aMinor({ ...choice, guardians: 2, enrollment_observations: 'Canta <b>"bien"</b> & más.' });
    const reference = await createEnrollment(body, locale);
    const { actor } = await aMember("secretary");
    await addNote({ reference, note: "Llamar por la tarde." }, actor);
    await addLabel({ reference, label: "beca" }, actor);
    const guardianId = (await findPersonByEmail(body.guardian_email)) as string;
    await prisma().$transaction((tx) =>
      recordDisagreement(tx, { reference, guardianId, words: "Con esto no." }, new Date()),
    );
    await decideAndNotify({ reference, to: "rejected", reason: "age", tell: "now" }, actor, new Date());
    const { data, html, text } = await copied(body.guardian_email);
    expect(html).toContain(`<html lang="${locale}">`);
    expect(html).not.toMatch(/\ssrc=|href=|url\(|@import|<script/i);
    const style = createHash("sha256")
      .update(/<style>(.*)<\/style>/s.exec(html)?.[1] ?? "")
      .digest("base64");
    expect(html.split("</head>")[0]).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${style}'; `,
    );
    expect(text).toContain(body.enrollment_observations);
    expect(text.split("\n")).toContain(instrumentNames[locale]);
    expect(text).not.toContain(body.second_guardian_email);

    // All values except free texts are formatted: no member names, no codes, no raw times.
    expect(text).not.toMatch(/[a-z]+_[a-z]+|undefined|\d{4}-\d\d-\d\d|"\{|\bnull\b/);
    const texts = leaves(data).filter((leaf) => /^[\p{L} .,'·]{3,}$/u.test(leaf) && / |[A-ZÀ-Ý]/.test(leaf));
    expect(texts.filter((leaf) => !text.includes(leaf))).toEqual([]);
    expect(text).toContain(reference);
  },
);

test.each(["ca", "en"] as const)(
  "desk 32: a copy names choices, assigned place and reasons in %s, the reader's language, not the request's",
  async (locale) => {
    const body = aMinor({ school_year_id: next.id, student_speciality_option1: instrument });
    const reference = await createEnrollment(body, "es");
    const { actor } = await aMember("secretary");
    const place = { specialityId: instrument };
    await decideAndNotify({ reference, to: "accepted", ...place, tell: "now" }, actor, new Date());
    await decideAndNotify({ reference, to: "withdrawn", reason: "family", tell: "now" }, actor, new Date());
    await prisma().person.updateMany({ where: { email: body.guardian_email }, data: { locale } });

    const [enrollment] = (await copied(body.guardian_email)).data.guardian_of[0]?.enrollments ?? [];
    expect(enrollment).toMatchObject({ specialities: [instrumentNames[locale]] });
    const reasons = await prisma().reason.findMany({ where: { code: "family" } });
    expect(enrollment?.decisions).toMatchObject([
      { state: "accepted", place: instrumentNames[locale] },
      { state: "withdrawn", reason: reasons[0]?.[locale] },
    ]);
    await prisma().dataRequest.deleteMany();
  },
);

test("desk 32: a copy has a label for every member of the JSON, in each language", async () => {
  const member = (value: unknown): string[] =>
    Array.isArray(value)
      ? value.flatMap(member)
      : typeof value === "object" && value !== null
        ? Object.entries(value).flatMap(([name, inner]) => [name, ...member(inner)])
        : [];
  const body = aMinor({ guardians: 2 });
  await createEnrollment(body);
  const { data } = await copied(body.guardian_email);
  const { copy, wizard } = (await import("@/lib/i18n/messages/es.json")).default;
  const isNamed = (name: string) => name in copy.fields || (textKeyByColumn.get(name) ?? "") in wizard.fields;
  const unnamed = new Set(member(data).filter((name) => name !== "created_at" && !isNamed(name)));
  expect([...unnamed]).toEqual([]);
  await prisma().dataRequest.deleteMany();
});

test("desk 32: text that only looks like a date is copied unchanged", async () => {
  for (const observations of ["2026-13-45", "2026-99-99T25:61Z"]) {
    const body = aMinor({ enrollment_observations: observations });
    await createEnrollment(body);
    expect((await copied(body.guardian_email)).text).toContain(observations);
  }
  await prisma().dataRequest.deleteMany();
});

test("families 20: a copy names each text that was accepted, by its version and its SHA-256", async () => {
  const body = aMinor({ guardians: 2 });
  const reference = await createEnrollment(body, "ca");
  const id = (await findPersonByEmail(body.second_guardian_email as string)) as string;
  const { id: termsTextId, sha256 } = await prisma().legalText.findFirstOrThrow({
    where: { kind: "terms", locale: "ca" },
  });
  const { id: enrollmentId } = await prisma().enrollment.findUniqueOrThrow({ where: { reference } });
  await prisma().consent.create({
    data: {
      enrollmentId,
      personId: id,
      termsUrl: "https://x.example",
      termsTextId,
      acceptedAt: new Date(),
      locale: "ca",
    },
  });
  const named = { version: 1, sha256, url: expect.stringMatching(/\/ca\/legal\/terms\/1$/) };
  const { data: first } = await copied(body.guardian_email);
  expect(first.guardian_of[0]?.enrollments).toMatchObject([{ terms: { text: named } }]);
  expect((await collectPersonalData(id, new Date()))?.consents).toMatchObject([{ text: named }]);
  await prisma().dataRequest.deleteMany();
});
