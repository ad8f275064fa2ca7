import { expect } from "@playwright/test";
import type { EnrollmentOrigin } from "@/test/support/data/full-enrollments";
import { readStoredRecord } from "@/test/support/database/enrollment-record";
import type { Database, School } from "./servers/school";

export type StoredEnrollment = { reference: string; source: "form" | "api"; record: Record<string, unknown> };

/** The stored enrollment of the student with this e-mail. */
export async function readStoredEnrollment(
  database: Database,
  studentEmail: string,
): Promise<StoredEnrollment> {
  const rows = await database.query<Omit<StoredEnrollment, "record">>(
    "select e.reference, e.source from enrollments e join people p on p.id = e.student_id where p.email = $1",
    [studentEmail],
  );
  expect(rows, "enrollments of this student").toHaveLength(1);
  const [row] = rows as [Omit<StoredEnrollment, "record">];
  return {
    ...row,
    record: (await readStoredRecord(database.query, row.reference)) as StoredEnrollment["record"],
  };
}

/** Origin of an enrollment made by the form. */
export const getFormOrigin = (school: School, locale: string): EnrollmentOrigin => ({
  source: "form",
  locale,
  test: false,
  key: null,
  terms_url: `${school.url}${locale === "es" ? "" : `/${locale}`}/terms/1`,
  terms_text: `${locale} 1`,
});

/** Number of people with this e-mail. */
export async function countPeopleByEmail(database: Database, email: string): Promise<number> {
  return (await database.query("select 1 from people where email_key = lower($1)", [email])).length;
}
