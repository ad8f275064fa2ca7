import { createCache } from "@/lib/platform/cache";
import { isDatabaseUnavailable } from "@/lib/platform/errors";
import { Representation } from "@/lib/platform/representation";
import { documentTypes, experienceOptions } from "@/lib/reference/values";
import { DEFAULT_COLOR } from "./color-tones";
import { getLogoFileName, getSchoolLogo } from "./logo";
import { getSettings, readSettings, settingSchemas } from "./settings";

export type SchoolContact = {
  name: string;
  email: string;
  phone: string;
  address: string;
  /** The URL of its style sheet; undefined for the default colour. */
  style?: string;
  logo?: { src: string; width: number; height: number };
};

/** The version of the style sheet's tones, part of its URL so that browsers load a new one. */
const TONES = 2;

/** The school's contact data and appearance; the last known ones while the database is unavailable. */
export async function getSchoolContact(): Promise<SchoolContact> {
  try {
    const [{ school_name, contact_email, contact_phone, contact_address, school_color }, logo] =
      await Promise.all([getSettings(), getSchoolLogo()]);
    lastContact = {
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
  return lastContact;
}

let lastContact: SchoolContact = {
  name: settingSchemas.school_name.parse(undefined),
  email: settingSchemas.contact_email.parse(undefined),
  phone: settingSchemas.contact_phone.parse(undefined),
  address: settingSchemas.contact_address.parse(undefined),
};

const documentTypeList = new Representation(documentTypes);
const experienceList = new Representation(experienceOptions);

/** Interface 4.1 (2.5) and 4.2, as the API answers. */
export const referenceData = {
  getTermsUrl: createCache(
    "terms",
    "settings",
    async () => new Representation((await readSettings()).terms_url),
  ),
  getCountries: createCache(
    "countries",
    "settings",
    async () => new Representation((await readSettings()).supported_countries),
  ),
  listDocumentTypes: () => documentTypeList,
  listExperienceOptions: () => experienceList,
};
