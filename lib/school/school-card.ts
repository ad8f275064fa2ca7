import { isDatabaseAway } from "@/lib/errors";
import { settingSchemas, settings } from "./settings";

export type SchoolCard = { name: string; email: string; phone: string; address: string };

/** The school's name and how to reach it; the last known one while the database is away. */
export async function schoolCard(): Promise<SchoolCard> {
  try {
    const { school_name, contact_email, contact_phone, contact_address } = await settings();
    known = { name: school_name, email: contact_email, phone: contact_phone, address: contact_address };
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
  }
  return known;
}

let known: SchoolCard = {
  name: settingSchemas.school_name.parse(undefined),
  email: settingSchemas.contact_email.parse(undefined),
  phone: settingSchemas.contact_phone.parse(undefined),
  address: settingSchemas.contact_address.parse(undefined),
};
