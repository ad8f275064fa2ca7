import type { EnrollmentState } from "@/generated/prisma/enums";
import { setLimits } from "@/lib/decisions/places/verbs";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import type { Locale } from "@/lib/i18n/locales";
import type { Actor, StaffRole } from "@/lib/people/staff/permissions";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "../data/demo-school";
import { type aMinor, anAdult } from "../data/factories";

type Body = ReturnType<typeof anAdult> | ReturnType<typeof aMinor>;

/** Enrolls like the form; returns the reference. */
export async function createEnrollment(body: Body = anAdult(), locale: Locale = "es"): Promise<string> {
  const kind = "guardian_email" in body ? "minor" : "adult";
  return (await enroll([{ kind, submitted: body }], { source: "form", locale })).reference;
}

/** Distinct surnames, so that factories' students are no possible duplicates. */
export const makeSurnamesDistinct = (references: string[]) =>
  getPool().query(
    `update all_people p set surname = surname || ' ' || translate(md5(e.reference), '0123456789', 'ghijklmnop')
     from all_enrollments e where e.student_id = p.id and e.reference = any($1)`,
    [references],
  );

/** A member of staff. */
export const createStaffActor = (role: StaffRole): Actor => ({
  kind: "staff",
  id: "c4b62f0c-6d6f-4ab9-9a54-1f7f8a5f9a11",
  name: "Marta",
  role,
  passwordAt: new Date(),
});

/** Stored status of an enrollment. */
export const readStatus = (reference: string) =>
  prisma().enrollment.findUniqueOrThrow({ where: { reference } });

/** As if a decision had been notified. */
export async function setState(
  reference: string,
  state: EnrollmentState,
  specialityId: number | null = null,
) {
  await getPool().query(
    `update all_enrollments set state = $2::enrollment_state, decided_state = $2::enrollment_state,
       assigned_speciality_id = $3, version = version + 1 where reference = $1`,
    [reference, state, state === "accepted" || state === "waiting" ? specialityId : null],
  );
}

/** Sets the position in a round. */
export const setTurn = (reference: string, turn: number) =>
  prisma().enrollment.update({ where: { reference }, data: { turn }, select: { id: true } });

/** Notification mails: recipient, kind and language. */
export async function readNotifications(reference: string) {
  const messages = await prisma().mailMessage.findMany({
    where: {
      enrollment: { reference },
      tells: { not: undefined },
      kind: { in: ["accepted", "rejected", "waiting", "withdrawn", "put_back"] },
    },
    select: { kind: true, locale: true, tells: true, person: { select: { email: true } } },
    orderBy: [{ createdAt: "asc" }, { person: { email: "asc" } }],
  });
  return messages.map(({ kind, locale, tells, person }) => ({ kind, locale, tells, to: person.email }));
}

/** The current year and two specialities of the demo school. */
export async function getCurrentYear() {
  const { current, next } = await seedDemoSchool();
  const [piano, violin, viola] = current.specialities as [number, number, number];
  return { year: current.id, piano, violin, viola, syllabus: current.syllabi[0] as number, otherYear: next };
}

type Limit = Parameters<typeof setLimits>[0]["limits"][number] & { schoolYearId: number };

export const setLimit = ({ schoolYearId, ...limit }: Limit, actor: Actor): Promise<void> =>
  setLimits({ schoolYearId, limits: [limit] }, actor);
