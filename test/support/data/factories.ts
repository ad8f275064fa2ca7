import { randomInt, randomUUID } from "node:crypto";
import type { AdultEnrollment, MinorEnrollment } from "@/lib/enrollment/schema";
import { toLocalDay } from "@/lib/platform/dates";
import { getSchoolYearIds } from "./school-years";

/** A valid adult body (4.3), for a new person each time. */
export function anAdult(changes: Partial<AdultEnrollment> = {}): AdultEnrollment {
  return {
    school_year_id: getSchoolYearIds().current,
    student_email: anEmail("ada"),
    student_name: "Ada",
    student_surname: "Puig Serra",
    student_birth_date: "1990-05-17",
    student_document_type: "dni",
    student_document: aDni(),
    student_phone: "600123456",
    student_phone_country_code: "+34",
    student_country: "es",
    student_city: "Barcelona",
    student_zip_code: "08001",
    student_address: "Carrer Major 1, 2n 1a",
    terms_and_conditions: true,
    ...changes,
  };
}

type MinorChanges = Partial<MinorEnrollment> & { guardians?: 1 | 2 };

/** A valid minor body (4.4), for new people each time. */
export function aMinor({ guardians = 1, ...changes }: MinorChanges = {}): MinorEnrollment {
  return {
    school_year_id: getSchoolYearIds().current,
    guardian_email: anEmail("berta"),
    guardian_name: "Berta",
    guardian_surname: "Roca Vidal",
    guardian_birth_date: "1985-11-02",
    guardian_document_type: "dni",
    guardian_document: aDni(),
    guardian_phone: "600765432",
    guardian_phone_country_code: "+34",
    guardian_country: "es",
    guardian_city: "Girona",
    guardian_zip_code: "17001",
    guardian_address: "Plaça Nova 3",
    student_email: anEmail("carla"),
    student_name: "Carla",
    student_surname: "Soler Roca",
    student_birth_date: yearsAgo(9),
    terms_and_conditions: true,
    ...(guardians === 2 && { second_guardian_email: anEmail("david") }),
    ...changes,
  };
}

/** A unique address; no part of it is a number, which a page's outline could take for a reference. */
export const anEmail = (name = "somebody") => `${name}.e${randomUUID().slice(0, 12)}@example.org`;

/** A random document with a valid check letter. */
export function aDni(): string {
  const number = randomInt(100_000_000);
  return `${String(number).padStart(8, "0")}${"TRWAGMYFPDXBNJZSQVHLCKE"[number % 23]}`;
}

/** The birth date of somebody who is `years` old today, plus `days`; on 29 February uses the 28th. */
export function yearsAgo(years: number, days = 0): string {
  const [year, month, day] = toLocalDay("Europe/Madrid").split("-").map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year - years, month - 1, day));
  if (date.getUTCMonth() !== month - 1) date.setUTCDate(0);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
