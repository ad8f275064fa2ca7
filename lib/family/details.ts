import { DecisionRefusal } from "@/lib/decisions/refusal";
import { type Contact, changeContact } from "@/lib/enrollment/change-contact";
import { personAnswers } from "@/lib/enrollment/stored-answers";
import { isMinor } from "@/lib/people/accounts/access";
import { writeEntry } from "@/lib/people/audit";
import { dayOf, yearsBefore } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { todayIn } from "@/lib/platform/sandbox";
import { settings } from "@/lib/school/settings";

export type Details = NonNullable<Awaited<ReturnType<typeof detailsOf>>>;

/** What a person's details are now; undefined for a minor, whose guardians keep them. */
export async function detailsOf(personId: string, now: Date) {
  const { time_zone } = await settings();
  const person = await prisma().person.findUniqueOrThrow({
    where: { id: personId },
    select: personAnswers,
  });
  if (isMinor(person.birthDate, todayIn(time_zone, now))) return;
  return { ...person, birthDate: person.birthDate && dayOf(person.birthDate) };
}

/**
 * Changes phone and address at once, for the person and for the children who live there.
 * @throws DecisionRefusal `not_their_own` for a minor
 */
export async function changeOwnContact(personId: string, contact: Contact, now: Date): Promise<void> {
  if (!(await detailsOf(personId, now))) throw new DecisionRefusal("not_their_own");
  const { time_zone } = await settings();
  await prisma().$transaction(async (tx) => {
    const changed = await changeContact(tx, personId, contact, yearsBefore(todayIn(time_zone, now), 18));
    if (Object.keys(changed).length === 0) return;
    await writeEntry(tx, {
      actor: { kind: "family", id: personId },
      action: "contact_changed",
      object: { kind: "person", id: personId },
      values: changed,
    });
  });
}
