import type { Prisma } from "@/generated/prisma/client";
import { lockStanding, writeStanding } from "@/lib/decisions/standing";
import { voidUntold } from "@/lib/decisions/undo";
import { correctAddress, enrollmentOf } from "@/lib/enrollment/address";
import { type Choices, changeChoices } from "@/lib/enrollment/change-choices";
import { type Contact, changeContact } from "@/lib/enrollment/change-contact";
import { correctPerson, type PersonCorrection } from "@/lib/enrollment/correct-person";
import type { FieldName } from "@/lib/enrollment/fields";
import { recorded, writeEntry } from "@/lib/people/audit";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { type Day, dayIn, yearsBefore } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { settings } from "@/lib/school/settings";
import { type CorrectPart, columnOfField } from "./parts";
import { type Answers, type Change, differenceOf, readPart, type ToCorrect } from "./to-correct";
import { lockEnrollmentsOf, voidUntoldOf } from "./void-untold";

/**
 * `asked`: the address is the person's once they press the link that went to it. `stale`: somebody was faster, and this is how it is now; `taken` names the
 * enrollment of whoever has it.
 */
export type Corrected =
  | { done: Change[]; asked: boolean }
  | { stale: ToCorrect }
  | { refused: "gone" }
  | { refused: "taken"; field: FieldName; reference: string | undefined }
  /** Somebody is reached by an address: it can be another one, never none. */
  | { refused: "email_stays"; field: FieldName };

/**
 * Puts other answers in the place of those of a part, all or nothing. Other wishes and another birth date
 * make decisions void that nobody was told of.
 *
 * @param wanted every field of the part, as the form's own schemas and rules have left it
 */
export async function correctAnswers(
  actor: Actor,
  input: { reference: string; part: CorrectPart; version: string; wanted: Answers },
  now: Date,
): Promise<Corrected> {
  demand(actor, "correct");
  const { reference, part, version, wanted } = input;
  const { time_zone } = await settings();
  try {
    return await prisma().$transaction(async (tx) => {
      const found = await readPart(tx, reference, part);
      if (!found) return { refused: "gone" };
      await lock(tx, found);
      const current = await readPart(tx, reference, part);
      if (!current) return { refused: "gone" }; // erased while its rows were waited for
      if (current.version !== version) return { stale: current };
      const changes = differenceOf(current, wanted);
      const lost = lostEmail(changes);
      if (lost) return { refused: "email_stays", field: lost };
      const work = { tx, actor, current, reference, wanted, changes, now, today: dayIn(time_zone, now) };
      const asked = part === "studies" ? await correctStudies(work) : await correctSomebody(work);
      return { done: changes, asked };
    });
  } catch (error) {
    if (error instanceof NotCorrected) return error.why();
    throw error;
  }
}

/** The field of an address that would be none. */
export const lostEmail = (changes: Change[]): FieldName | undefined =>
  changes.find(({ field, now }) => columnOfField(field) === "email" && now === undefined)?.field;

type Work = {
  tx: Prisma.TransactionClient;
  actor: Actor;
  current: ToCorrect;
  reference: string;
  wanted: Answers;
  changes: Change[];
  now: Date;
  today: Day;
};

/** Thrown to take back what was written; found out only then, because the lock comes with the writing. */
class NotCorrected extends Error {
  constructor(readonly why: () => Promise<Corrected>) {
    super("not corrected");
  }
}

/** Enrollments before people, as decisions do: of two who wait for each other nobody would come through. */
async function lock(tx: Prisma.TransactionClient, { studentId, personId }: ToCorrect) {
  await lockEnrollmentsOf(tx, studentId);
  if (personId) await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`;
}

async function correctSomebody(work: Work): Promise<boolean> {
  const { tx, actor, current, wanted, changes, now, today } = work;
  const personId = current.personId as string;
  const touched = new Set(changes.map(({ field }) => columnOfField(field) as string));
  const values = Object.fromEntries(
    current.fields.map((field) => [columnOfField(field), (wanted[field] as string | undefined) ?? null]),
  );
  const pick = (columns: readonly string[]) =>
    Object.fromEntries(columns.map((column) => [column, values[column]]));

  const identity = pick(IDENTITY.filter((column) => touched.has(column)));
  const corrected = await correctPerson(tx, personId, identity as PersonCorrection);
  if ("taken" in corrected) throw taken(current, "document", corrected.taken);
  const contact = CONTACT.some((column) => touched.has(column))
    ? await changeContact(tx, personId, pick(CONTACT) as Contact, yearsBefore(today, 18))
    : {};
  const email = touched.has("email") ? await correctEmail(tx, current, values.email as string, now) : {};
  const asked = email === "asked";
  const changed = { ...corrected.changed, ...contact, ...(!asked && email) };
  const entry = { actor: recorded(actor), object: { kind: "person", id: personId } } as const;
  if (asked) {
    const old = current.all[fieldOf(current, "email")] as string;
    await writeEntry(tx, {
      ...entry,
      action: "address_asked",
      values: { email: [old, values.email ?? null] },
    });
  }
  if (Object.keys(changed).length > 0)
    await writeEntry(tx, { ...entry, action: "person_corrected", values: changed });
  if ("birthDate" in changed) await voidUntoldOf(tx, personId, recorded(actor), now);
  return asked;
}

const IDENTITY = ["name", "surname", "birthDate", "documentType", "document"] as const;
const CONTACT = ["phoneCountryCode", "phone", "country", "city", "zipCode", "address"] as const;

async function correctEmail(tx: Prisma.TransactionClient, current: ToCorrect, email: string, now: Date) {
  const personId = current.personId as string;
  const field = fieldOf(current, "email");
  const change = await correctAddress(tx, personId, email, now);
  if (change === "asked") return change;
  if ("taken" in change) throw taken(current, "email", change.taken);
  return { email: [current.all[field] as string | undefined, email] as [string | undefined, string] };
}

async function correctStudies({ tx, actor, current, reference, wanted, changes, now }: Work): Promise<false> {
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
  await writeEntry(tx, {
    actor: recorded(actor),
    action: "answers_corrected",
    object: { kind: "enrollment", id: reference },
    values: {
      ...Object.fromEntries(
        columns.map(([column, old, value]) => [column, [old as string, value as string]]),
      ),
      ...(choices && { choices }),
    },
  });
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

const taken = (current: ToCorrect, column: "document" | "email", personId: string) =>
  new NotCorrected(async () => ({
    refused: "taken",
    field: fieldOf(current, column),
    reference: await enrollmentOf(personId),
  }));

const fieldOf = ({ fields }: ToCorrect, column: string): FieldName =>
  fields.find((field) => columnOfField(field) === column) as FieldName;
