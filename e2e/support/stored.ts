import { expect } from "@playwright/test";
import type { Made } from "@/test/full-enrollments";
import { recordOf } from "@/test/stored";
import type { Database, School } from "./school";

export type Stored = { reference: string; source: "form" | "api"; record: Record<string, unknown> };

/** Everything that is stored about the enrollment of the student with this e-mail; one is expected. */
export async function storedEnrollment(database: Database, studentEmail: string): Promise<Stored> {
  const rows = await database.query<Omit<Stored, "record">>(
    "select e.reference, e.source from enrollments e join people p on p.id = e.student_id where p.email = $1",
    [studentEmail],
  );
  expect(rows, "enrollments of this student").toHaveLength(1);
  const [found] = rows as [Omit<Stored, "record">];
  return {
    ...found,
    record: (await recordOf(database.query, found.reference)) as Stored["record"],
  };
}

/** What the record of an enrollment says of how it was made when the form made it. */
export const byForm = (school: School, locale: string): Made => ({
  source: "form",
  locale,
  test: false,
  key: null,
  terms_url: `${school.url}${locale === "es" ? "" : `/${locale}`}/terms/1`,
  terms_text: `${locale} 1`,
});

/** How many people in the system have this e-mail. */
export async function peopleWith(database: Database, email: string): Promise<number> {
  return (await database.query("select 1 from people where email_key = lower($1)", [email])).length;
}
