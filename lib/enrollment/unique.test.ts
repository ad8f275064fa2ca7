import { afterAll, expect, test } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aDni, aMinor, anAdult, anEmail } from "@/test/support/data/factories";
import { startApi } from "@/test/support/servers/api";

await seedDemoSchool();
const api = await startApi();
afterAll(() => api.stop());

/** Ways to write one e-mail: they are all the same person's. */
const sameEmail: [how: string, write: (email: string) => string][] = [
  ["the same", (email) => email],
  ["capitals", (email) => email.toUpperCase()],
  ["spaces around", (email) => ` ${email}\t`],
  ["another Unicode form", (email) => email.normalize("NFD")],
];

test.each(sameEmail)("4.3-8: an e-mail is unique in the system: %s", async (_, write) => {
  const email = anEmail("josé");
  expect((await api.enrollAdult(anAdult({ student_email: email }))).status).toBe(201);
  const { status, error } = await api.enrollAdult(anAdult({ student_email: write(email) }));
  expect([status, error?.code]).toEqual([409, "duplicate"]);
  expect(error?.errors?.map(({ field, code }) => [field, code])).toEqual([["student_email", "email_taken"]]);
  expect(JSON.stringify(error)).not.toContain("example.org");
});

/** Ways to write one document: by number alone. */
const sameDocument: [how: string, write: (number: string) => object][] = [
  ["the same", (number) => ({ student_document: number })],
  ["lower case", (number) => ({ student_document: number.toLowerCase() })],
  [
    "dots, a hyphen and a slash",
    (n) => ({ student_document: `${n.slice(0, 2)}.${n.slice(2, 8)}/-${n.slice(8)}` }),
  ],
  [
    "a non-breaking hyphen",
    (number) => ({ student_document: `${number.slice(0, 8)}\u2011${number.slice(8)}` }),
  ],
  ["spaces inside", (number) => ({ student_document: ` ${number.slice(0, 4)} ${number.slice(4)} ` })],
  [
    "invisible characters of a PDF",
    (n) => ({ student_document: `\u200e${n.slice(0, 4)}\u200b${n.slice(4)}\u00ad` }),
  ],
  ["other punctuation", (n) => ({ student_document: `${n.slice(0, 8)}_${n.slice(8)}'·` })],
  ["a Spaniard's nif", (number) => ({ student_document: number, student_document_type: "nif" })],
];

test.each(sameDocument)("4.3-8: a document is unique in the system: %s", async (_, write) => {
  const number = aDni();
  expect((await api.enrollAdult(anAdult({ student_document: number }))).status).toBe(201);
  const { status, error } = await api.enrollAdult({ ...anAdult(), ...write(number) });
  expect([status, error?.code]).toEqual([409, "duplicate"]);
  expect(error?.errors?.map(({ field, code }) => [field, code])).toEqual([
    ["student_document", "document_taken"],
  ]);
});

test("4.3-8: reports e-mail and document together, in schema order", async () => {
  const adult = anAdult();
  await api.enrollAdult(adult);
  const { error } = await api.enrollAdult(adult);
  expect(error?.errors?.map(({ field }) => field)).toEqual(["student_email", "student_document"]);
  expect(error?.message).toBe("2 e-mails or documents are already in the system.");
});

test("4.4-8: a person known in one role is rejected in any other role", async () => {
  const first = { ...aMinor({ guardians: 2 }), student_document: aDni() };
  expect((await api.enrollMinor(first)).status).toBe(201);
  const again = {
    ...aMinor(),
    guardian_email: first.student_email,
    guardian_document: first.student_document,
    student_email: first.second_guardian_email,
    student_document: first.guardian_document,
    second_guardian_email: first.guardian_email,
  };
  const { status, error } = await api.enrollMinor(again);
  expect(status).toBe(409);
  expect(error?.errors?.map(({ field, code }) => `${field} ${code}`)).toEqual([
    "guardian_email email_taken",
    "guardian_document document_taken",
    "student_email email_taken",
    "student_document document_taken",
    "second_guardian_email email_taken",
  ]);
});

test.each(["guardian_email", "student_email", "second_guardian_email"])(
  "4.4-8: %s is unique in the system",
  async (field) => {
    const adult = anAdult();
    await api.enrollAdult(adult);
    const { error } = await api.enrollMinor({ ...aMinor({ guardians: 2 }), [field]: adult.student_email });
    expect(error?.errors?.map((issue) => [issue.field, issue.code])).toEqual([[field, "email_taken"]]);
  },
);

test.each(["guardian_document", "student_document"])("4.4-8: %s is unique in the system", async (field) => {
  const adult = anAdult();
  await api.enrollAdult(adult);
  const { error } = await api.enrollMinor({ ...aMinor(), [field]: adult.student_document });
  expect(error?.errors?.map((issue) => [issue.field, issue.code])).toEqual([[field, "document_taken"]]);
});

test("a refused request stores nothing: not the new guardian beside the known student, no message, no job", async () => {
  const adult = anAdult();
  await api.enrollAdult(adult);
  const before = await counts();
  const refused = [
    await api.enrollMinor({ ...aMinor({ guardians: 2 }), student_email: adult.student_email }),
    await api.enrollMinor({ ...aMinor(), terms_and_conditions: false }),
    await api.enrollAdult({ ...anAdult(), student_document: adult.student_document }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([409, 422, 409]);
  expect(await counts()).toEqual(before);
});

async function counts() {
  const jobs = await prisma().$queryRaw<{ count: bigint }[]>`select count(*) from pgboss.job`;
  return {
    people: await prisma().person.count(),
    guardianships: await prisma().guardianship.count(),
    enrollments: await prisma().enrollment.count(),
    messages: await prisma().mailMessage.count(),
    jobs: Number(jobs[0]?.count),
  };
}
