import { DecisionError } from "@/lib/decisions/refusal";
import { type Contact, changeContact } from "@/lib/enrollment/change-contact";
import { personAnswers } from "@/lib/enrollment/stored-answers";
import { isMinor } from "@/lib/people/accounts/access";
import { writeAuditEntry } from "@/lib/people/audit";
import { toDay, subtractYears } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";

export type ContactDetails = NonNullable<Awaited<ReturnType<typeof readContactDetails>>>;

/** What a person's details are now; undefined for a minor, whose guardians keep them. */
export async function readContactDetails(personId: string, now: Date) {
  const { time_zone } = await getSettings();
  const person = await prisma().person.findUniqueOrThrow({
    where: { id: personId },
    select: personAnswers,
  });
  if (isMinor(person.birthDate, getToday(time_zone, now))) return;
  return { ...person, birthDate: person.birthDate && toDay(person.birthDate) };
}

/**
 * Changes phone and address at once, for the person and for the children who live there.
 * @throws DecisionRefusal `not_their_own` for a minor
 */
export async function changeOwnContact(personId: string, contact: Contact, now: Date): Promise<void> {
  if (!(await readContactDetails(personId, now))) throw new DecisionError("not_their_own");
  const { time_zone } = await getSettings();
  await prisma().$transaction(async (tx) => {
    const changed = await changeContact(tx, personId, contact, subtractYears(getToday(time_zone, now), 18));
    if (Object.keys(changed).length === 0) return;
    await writeAuditEntry(tx, {
      actor: { kind: "family", id: personId },
      action: "contact_changed",
      object: { kind: "person", id: personId },
      values: changed,
    });
  });
}
