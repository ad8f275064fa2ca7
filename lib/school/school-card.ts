import { isDatabaseUnavailable } from "@/lib/platform/errors";
import { getLogoFileName, getSchoolLogo } from "./logo";
import { settingSchemas, getSettings } from "./settings";
import { DEFAULT_COLOR } from "./tones";

/** Which tones its style sheet has, so that no browser keeps those of before. */
const TONES = 2;

export type SchoolContact = {
  name: string;
  email: string;
  phone: string;
  address: string;
  /** Where its style sheet stands; undefined for the house's own colour. */
  style?: string;
  logo?: { src: string; width: number; height: number };
};

/** The school's name, how to reach it and what it looks like; the last known one while the database is away. */
export async function getSchoolContact(): Promise<SchoolContact> {
  try {
    const [{ school_name, contact_email, contact_phone, contact_address, school_color }, logo] =
      await Promise.all([getSettings(), getSchoolLogo()]);
    known = {
      name: school_name,
      email: contact_email,
      phone: contact_phone,
      address: contact_address,
      ...(school_color !== DEFAULT_COLOR && { style: `/school/color-${school_color.slice(1)}.css?${TONES}` }),
      ...(logo && {
        logo: { src: `/school/${getLogoFileName(logo)}`, width: logo.width, height: logo.height },
      }),
    };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
  }
  return known;
}

let known: SchoolContact = {
  name: settingSchemas.school_name.parse(undefined),
  email: settingSchemas.contact_email.parse(undefined),
  phone: settingSchemas.contact_phone.parse(undefined),
  address: settingSchemas.contact_address.parse(undefined),
};
