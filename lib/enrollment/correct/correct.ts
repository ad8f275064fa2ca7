import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { lockStanding, writeStanding } from "@/lib/decisions/standing";
import { voidUntold } from "@/lib/decisions/undo";
import { correctAddress, enrollmentOf } from "@/lib/enrollment/address";
import { type Choices, changeChoices } from "@/lib/enrollment/change-choices";
import { type Contact, changeContact } from "@/lib/enrollment/change-contact";
import { correctPerson, type PersonCorrection } from "@/lib/enrollment/correct-person";
import type { FieldName } from "@/lib/enrollment/fields";
import { recorded } from "@/lib/people/audit";
import { type Doing, Refused, verb } from "@/lib/people/verb";
import { type Day, dayIn, yearsBefore } from "@/lib/platform/dates";
import { settings } from "@/lib/school/settings";
import { columnOfField, correctParts } from "./parts";
import { type Answers, type Change, differenceOf, readPart, type ToCorrect } from "./to-correct";
import { lockEnrollmentsOf, voidUntoldOf } from "./void-untold";

/** `asked`: the address is the person's once they press the link that went to it. `stale`: somebody was faster, and this is how it is now. */
type Corrected = { done: Change[]; asked: boolean } | { stale: ToCorrect };

const correction = z.object({
  reference: z.string(),
  part: z.enum(correctParts),
  version: z.string(),
  /** Every field of the part, as the form's own schemas and rules have left it. */
  wanted: z.custom<Answers>((value) => typeof value === "object" && value !== null),
});

/**
 * Puts other answers in the place of those of a part, all or nothing. Other wishes and another birth date
 * make decisions void that nobody was told of.
 */
export const correctAnswers = verb(
  "answers_corrected",
  "correct",
  correction,
  async (doing, { reference, part, version, wanted }): Promise<Corrected> => {
    const { tx, now } = doing;
    const { time_zone } = await settings();
    const found = await readPart(tx, reference, part);
    if (!found) throw new Refused({ code: "gone" });
    await lock(tx, found);
    const current = await readPart(tx, reference, part);
    if (!current) throw new Refused({ code: "gone" }); // erased while its rows were waited for
    if (current.version !== version) return { stale: current };
    const changes = differenceOf(current, wanted);
    refuseNoEmail(changes);
    const work = { ...doing, current, reference, wanted, changes, today: dayIn(time_zone, now) };
    const asked = part === "studies" ? await correctStudies(work) : await correctSomebody(work);
    return { done: changes, asked };
  },
);

/** Somebody is reached by an address: it can be another one, never none. @throws Refused */
export function refuseNoEmail(changes: Change[]): void {
  const lost = changes.find(({ field, now }) => columnOfField(field) === "email" && now === undefined);
  if (lost) throw new Refused({ field: lost.field, code: "email_stays" });
}

type Work = Doing & {
  current: ToCorrect;
  reference: string;
  wanted: Answers;
  changes: Change[];
  today: Day;
};

/** Enrollments before people, as decisions do: of two who wait for each other nobody would come through. */
async function lock(tx: Prisma.TransactionClient, { studentId, personId }: ToCorrect) {
  await lockEnrollmentsOf(tx, studentId);
  if (personId) await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`;
}

async function correctSomebody(work: Work): Promise<boolean> {
  const { tx, actor, audit, current, wanted, changes, now, today } = work;
  const personId = current.personId as string;
  const touched = new Set(changes.map(({ field }) => columnOfField(field) as string));
  const values = Object.fromEntries(
    current.fields.map((field) => [columnOfField(field), (wanted[field] as string | undefined) ?? null]),
  );
  const pick = (columns: readonly string[]) =>
    Object.fromEntries(columns.map((column) => [column, values[column]]));

  const identity = pick(IDENTITY.filter((column) => touched.has(column)));
  const corrected = await correctPerson(tx, personId, identity as PersonCorrection);
  if ("taken" in corrected) throw await taken(work, "document", corrected.taken);
  const contact = CONTACT.some((column) => touched.has(column))
    ? await changeContact(tx, personId, pick(CONTACT) as Contact, yearsBefore(today, 18))
    : {};
  const email = touched.has("email") ? await correctEmail(work, values.email as string) : {};
  const asked = email === "asked";
  const changed = { ...corrected.changed, ...contact, ...(!asked && email) };
  const object = { kind: "person", id: personId } as const;
  if (asked) {
    const old = current.all[fieldOf(current, "email")] as string;
    await audit(object, { email: [old, values.email ?? null] }, "address_asked");
  }
  if (Object.keys(changed).length > 0) await audit(object, changed, "person_corrected");
  if ("birthDate" in changed) await voidUntoldOf(tx, personId, recorded(actor), now);
  return asked;
}

const IDENTITY = ["name", "surname", "birthDate", "documentType", "document"] as const;
const CONTACT = ["phoneCountryCode", "phone", "country", "city", "zipCode", "address"] as const;

async function correctEmail(work: Work, email: string) {
  const { tx, current, now } = work;
  const change = await correctAddress(tx, current.personId as string, email, now);
  if (change === "asked") return change;
  if ("taken" in change) throw await taken(work, "email", change.taken);
  const old = current.all[fieldOf(current, "email")] as string | undefined;
  return { email: [old, email] as [string | undefined, string] };
}

async function correctStudies(work: Work): Promise<false> {
  const { tx, actor, audit, current, reference, wanted, changes, now } = work;
  const standing = await lockStanding(tx, { reference });
  const columns = changes.flatMap(({ field, old, now: value }) => {
    const column = columnOfField(field);
    return column ? [[column, old, value] as const] : [];
  });
  if (columns.length > 0) {
    await tx.enrollment.update({
      where: { id: current.enrollmentId },
      data: Object.fromEntries(columns.map(([column, , value]) => [column, value ?? null])),
      select: { id: true },
    });
  }
  const choices = await changeChoices(tx, standing, choicesFrom(wanted));
  if (choices) await writeStanding(tx, await voidUntold(tx, standing, recorded(actor), now), {});
  if (columns.length === 0 && !choices) return false;
  await audit(
    { kind: "enrollment", id: reference },
    {
      ...Object.fromEntries(
        columns.map(([column, old, value]) => [column, [old as string, value as string]]),
      ),
      ...(choices && { choices }),
    },
  );
  return false;
}

function choicesFrom(wanted: Answers): Choices {
  const of = (list: "student_speciality_option" | "student_syllabi_option") =>
    ([1, 2, 3] as const).flatMap((option) => {
      const id = wanted[`${list}${option}`];
      return typeof id === "number" ? [{ option, id }] : [];
    });
  return { specialities: of("student_speciality_option"), syllabi: of("student_syllabi_option") };
}

/** Whose it is already, by an enrollment of theirs; what was written before is taken back. */
async function taken({ tx, current }: Work, column: "document" | "email", personId: string) {
  const reference = (await enrollmentOf(tx, personId)) ?? "–";
  return new Refused({ field: fieldOf(current, column), code: "taken", values: { reference } });
}

const fieldOf = ({ fields }: ToCorrect, column: string): FieldName =>
  fields.find((field) => columnOfField(field) === column) as FieldName;
