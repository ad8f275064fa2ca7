import { afterAll, expect, test } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import { toLocalDay } from "@/lib/platform/dates";
import { writeSetting } from "@/lib/school/settings";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { startApi } from "@/test/support/servers/api";

await seedDemoSchool();
const api = await startApi();
afterAll(() => api.stop());

const [adult, one, two, kept] = [anAdult(), aMinor(), aMinor({ guardians: 2 }), aMinor({ guardians: 2 })];

/** Recipients: the rule, the endpoint, the body, kind and address of each message. */
const written: [
  rule: string,
  path: string,
  body: object,
  messages: [kind: string, to: string | undefined][],
][] = [
  ["4.3-9: the student", "adult_enrollment", adult, [["adult_student", adult.student_email]]],
  [
    "4.4-11: the guardian and the student",
    "minor_enrollment",
    one,
    [
      ["guardian", one.guardian_email],
      ["minor_student", one.student_email],
    ],
  ],
  [
    "4.4-11: both guardians and the student",
    "minor_enrollment",
    two,
    [
      ["guardian", two.guardian_email],
      ["minor_student", two.student_email],
      ["second_guardian", two.second_guardian_email],
    ],
  ],
  [
    "4.4-9 and 4.4-11: the guardians alone of a minor without e-mail",
    "minor_enrollment",
    { ...kept, student_email: null },
    [
      ["guardian", kept.guardian_email],
      ["second_guardian", kept.second_guardian_email],
    ],
  ],
];

test.each(written)("%s receives an account-setup e-mail", async (_, path, body, expected) => {
  await writeSetting("allow_minors_without_email", true);
  const answer = await api.post(`academic/${path}`, body, { "Accept-Language": "ca" });
  expect(answer.status).toBe(201);
  const messages = await prisma().mailMessage.findMany({
    where: { enrollment: { reference: String(answer.headers["enrollment-reference"]) } },
    select: { id: true, kind: true, locale: true, person: { select: { email: true } } },
  });
  const sent = messages.map(({ kind, person }) => [kind, person.email]).sort();
  expect(sent).toEqual([...expected].sort());
  expect(new Set(messages.map(({ locale }) => locale))).toEqual(new Set(["ca"]));

  const jobs = await prisma().$queryRaw<{ id: string }[]>`
    select data ->> 'messageId' as id from pgboss.job where name = 'mail'`;
  const queued = jobs.map(({ id }) => id);
  for (const { id } of messages) expect(queued.filter((job) => job === id)).toEqual([id]);
});

test("without Accept-Language, messages are in the school's language", async () => {
  await writeSetting("default_locale", "en");
  const { headers } = await api.enrollAdult(anAdult());
  const { locale } = await prisma().enrollment.findUniqueOrThrow({
    where: { reference: String(headers["enrollment-reference"]) },
  });
  expect(locale).toBe("en");
});

test("4.3-6: today is the day in the school's time zone", async () => {
  // Always another day there: the two zones are 25 hours apart.
  const today = toLocalDay("Pacific/Kiritimati");
  const born = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`.replace(/02-29$/, "02-28");
  await writeSetting("time_zone", "Pacific/Pago_Pago");
  const { error } = await api.enrollAdult(anAdult({ student_birth_date: born }));
  expect(error?.errors?.map(({ code }) => code)).toEqual(["under_age"]);

  await writeSetting("time_zone", "Pacific/Kiritimati");
  expect((await api.enrollAdult(anAdult({ student_birth_date: born }))).status).toBe(201);
});
