import { aDni, aMinor } from "@/test/support/data/factories";

/** Optional fields of a minor (4.4). */
export function minorDetails() {
  return {
    student_document_type: "passport",
    student_document: `P${aDni()}`,
    student_phone: "600555111",
    student_phone_country_code: "+34",
    student_country: "fr",
    student_city: "Perpinyà",
    student_zip_code: "66000",
    student_address: "Rue de la Loge 3",
  };
}

/** A minor with two guardians and all optional fields. */
export const aDetailedMinor = (changes: Parameters<typeof aMinor>[0] = {}) =>
  aMinor({ guardians: 2, ...minorDetails(), ...changes });
