import { createCache } from "@/lib/platform/changes";
import { Representation } from "@/lib/platform/representation";
import { readSettings } from "@/lib/school/settings";
import { documentTypes, experienceOptions } from "./lists";

/** Interface 4.2: the URL of the terms and conditions. */
export const getTermsUrl = createCache(
  "terms",
  "settings",
  async () => new Representation((await readSettings()).terms_url),
);

/** Interface 4.2: the countries that the school supports. */
export const getCountries = createCache(
  "countries",
  "settings",
  async () => new Representation((await readSettings()).supported_countries),
);

/** Interface 4.2. */
export const listDocumentTypes = () => documentTypeList;

/** Interface 4.1, 2.5. */
export const listExperienceOptions = () => experienceList;

const documentTypeList = new Representation(documentTypes);
const experienceList = new Representation(experienceOptions);
