import type { PoolClient } from "pg";
import type { Day } from "@/lib/dates";
import { hasMailbox } from "@/lib/mail/addresses";
import { settings } from "@/lib/school/settings";
import { LIVE } from "@/lib/worlds";
import { type Addressee, locksOf, studentMail } from "./enrollment-document";
import { insertTogether } from "./insert-enrollment";
import { guardiansOf, type KnownPerson, personOf } from "./known-family";
import type { Origin } from "./origin";
import { parse } from "./parse";
import { returningRules, withRules } from "./rules";
import { returningEnrollment } from "./schema";
import { schoolContext } from "./school-context";
import { isAdult } from "./values";

/**
 * Registers a year more of a student who is known already, whose people stay as they are. Returns the
 * references made: one.
 *
 * @param submitted the request's fields, unchecked
 * @throws AppError `validation_failed`; `duplicate` when an enrollment of that student and year stands
 */
export async function enrollAgain(studentId: string, submitted: unknown, origin: Origin): Promise<string[]> {
  const school = await schoolContext();
  const input = parse(
    withRules<typeof returningEnrollment>(returningEnrollment, returningRules as never, school),
    submitted,
  );
  const { terms_url: termsUrl } = await settings();
  const locks = [`student ${studentId}`, ...locksOf([], origin, LIVE)];
  return insertTogether({ locks, origin }, async (client) => {
    const student = await personOf(client, studentId);
    const addressees = await addresseesOf(client, student, school.today);
    const { sandbox_id: sandboxId } = student;
    return [{ input, studentId, people: [], guardianships: [], addressees, termsUrl, origin, sandboxId }];
  });
}

/** Who is told: a student who has turned 18 alone, where there is an address; else who was told before. */
async function addresseesOf(client: PoolClient, student: KnownPerson, today: Day): Promise<Addressee[]> {
  const guardians = await guardiansOf(client, student.id);
  const grown = student.birth_date !== null && isAdult(student.birth_date, today);
  if (guardians.length === 0 || (grown && hasMailbox(student.email)))
    return [{ ...student, kind: studentMail(false) }];

  const told = guardians.filter(({ position, kept_apart }) => position === 1 || !kept_apart);
  return [
    { ...student, kind: studentMail(true) },
    ...told.map(({ id, email, position }) => ({
      id,
      email,
      kind: position === 1 ? ("guardian" as const) : ("second_guardian" as const),
    })),
  ];
}
