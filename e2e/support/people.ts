import { aDni, aMinor } from "@/test/support/data/factories";

/** A minor with two guardians and all optional fields (4.4). */
export const aDetailedMinor = (changes: Parameters<typeof aMinor>[0] = {}) =>
  aMinor({
    guardians: 2,
    student_document_type: "passport",
    student_document: `P${aDni()}`,
    student_phone: "600555111",
    student_phone_country_code: "+34",
    student_country: "fr",
    student_city: "Perpinyà",
    student_zip_code: "66000",
    student_address: "Rue de la Loge 3",
    ...changes,
  });

/** The same with e-mail addresses of a fixed width, for checks of layout; `test` makes them unique. */
export const aMinorForLayout = (test: string, changes: Parameters<typeof aMinor>[0] = {}) =>
  aDetailedMinor({
    guardian_email: `berta.roca.${test}@example.org`,
    second_guardian_email: `david.soler.${test}@example.org`,
    student_email: `carla.soler.${test}@example.org`,
    ...changes,
  });
