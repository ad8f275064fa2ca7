import { expect } from "@playwright/test";
import type { Database } from "./school";

const PERSON = `json_build_object(
  'email', p.email, 'name', p.name, 'surname', p.surname, 'birth_date', p.birth_date,
  'document_type', p.document_type, 'document', p.document, 'phone_country_code', p.phone_country_code,
  'phone', p.phone, 'country', p.country, 'city', p.city, 'zip_code', p.zip_code, 'address', p.address,
  'locale', p.locale)`;

export type Stored = {
  reference: string;
  source: "form" | "api";
  record: Record<string, unknown>;
};

/** Everything that is stored about the enrollment of the student with this e-mail; one is expected. */
export async function storedEnrollment(database: Database, studentEmail: string): Promise<Stored> {
  const rows = await database.query<Stored>(
    `select e.reference, e.source, json_build_object(
       'school_year_id', e.school_year_id, 'state', e.state, 'experience_years', e.experience_years,
       'experience_speciality_id', e.experience_speciality_id, 'observations', e.observations,
       'terms_url', e.terms_url, 'locale', e.locale, 'student', ${PERSON},
       'guardians', (select json_agg(${PERSON.replaceAll("p.", "g.")} order by s.position)
         from guardianships s join people g on g.id = s.guardian_id where s.student_id = p.id),
       'specialities', (select json_agg(c.speciality_id order by c.option)
         from speciality_choices c where c.enrollment_id = e.id),
       'syllabi', (select json_agg(c.syllabus_id order by c.option)
         from syllabus_choices c where c.enrollment_id = e.id),
       'messages', (select json_agg(m.kind order by m.kind) from mail_messages m where m.enrollment_id = e.id)
     ) as record
     from enrollments e join people p on p.id = e.student_id where p.email = $1`,
    [studentEmail],
  );
  expect(rows, "enrollments of this student").toHaveLength(1);
  return rows[0] as Stored;
}

/** How many people in the system have this e-mail. */
export async function peopleWith(database: Database, email: string): Promise<number> {
  return (await database.query("select 1 from people where email_key = lower($1)", [email])).length;
}
