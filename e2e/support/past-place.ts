import type { Database } from "./servers/school";

type Place = {
  /** The requested year. */
  year: number;
  /** A request for it. */
  reference: string | null | undefined;
  course: string;
  instrument?: string | undefined;
};

/** Moves an enrollment to the previous year, with a notified place. */
export const createPastPlace = ({ query }: Database, { year, reference, course, instrument }: Place) =>
  query(
    `with given as (
       select e.id, y.id as year,
         (select s.id from syllabi s where s.school_year_id = y.id and s.name = $2) as syllabus,
         (select s.id from specialities s where s.school_year_id = y.id and s.name = $3) as speciality
       from enrollments e, (select id from school_years where id < $4 order by id desc limit 1) y
       where e.reference = $1
     ), moved as (
       update enrollments e set school_year_id = given.year, state = 'accepted', decided_state = 'accepted',
         assigned_speciality_id = given.speciality, assigned_syllabus_id = given.syllabus
       from given where e.id = given.id
     )
     insert into decisions (id, enrollment_id, school_year_id, from_state, to_state, speciality_id, syllabus_id,
       actor_kind, status, decided_at, settled_at)
     select gen_random_uuid(), id, year, 'pending', 'accepted', speciality, syllabus, 'command', 'told', now(), now()
     from given`,
    [reference, course, instrument ?? null, year],
  );
