import type { Prisma } from "@/generated/prisma/client";
import { type Day, toDate } from "@/lib/platform/dates";

/** How somebody is reached, apart from the e-mail address. */
export type Contact = {
  phoneCountryCode: string | null;
  phone: string | null;
  country: string | null;
  city: string | null;
  zipCode: string | null;
  address: string | null;
};

const columns = {
  phoneCountryCode: true,
  phone: true,
  country: true,
  city: true,
  zipCode: true,
  address: true,
} as const;

export type ContactChange = Partial<Record<keyof Contact, [old: string | null, now: string | null]>>;

/**
 * Changes how a person is reached, in the caller's transaction. Children under age who live where their
 * first guardian lived move along. Returns what became another, for the record.
 *
 * @param adultSince the latest birth date of somebody who is of age
 */
export async function changeContact(
  tx: Prisma.TransactionClient,
  personId: string,
  contact: Contact,
  adultSince: Day,
): Promise<ContactChange> {
  await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`;
  const before = await tx.person.findUniqueOrThrow({ where: { id: personId }, select: columns });
  await tx.person.update({ where: { id: personId }, data: contact, select: { id: true } });

  const { country, city, zipCode, address } = before;
  if (address !== null) {
    await tx.person.updateMany({
      where: {
        country,
        city,
        zipCode,
        address,
        birthDate: { gt: toDate(adultSince) },
        guardians: { some: { guardianId: personId, position: 1 } },
      },
      data: {
        country: contact.country,
        city: contact.city,
        zipCode: contact.zipCode,
        address: contact.address,
      },
    });
  }
  const names = Object.keys(columns) as (keyof Contact)[];
  return Object.fromEntries(
    names
      .filter((name) => before[name] !== contact[name])
      .map((name) => [name, [before[name], contact[name]]]),
  );
}
