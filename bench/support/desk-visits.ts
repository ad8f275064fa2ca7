import type { Answer, DeskClient, Query } from "../desk";

/** Something that a secretary does again and again: a page, or a search and where it leads. */
export type DeskVisit = { name: string; run: (desk: DeskClient) => Promise<Answer> };

/** Pages of the list, searches, an enrollment, what waits: with values that are in this school. */
export async function listDeskVisits(query: Query): Promise<DeskVisit[]> {
  const [found] = await query<Record<string, string>>(FOUND);
  const of = found as Record<string, string>;
  const list = (name: string, parameters = ""): DeskVisit =>
    listOf(`list, ${name}`, `/desk/enrollments${parameters}`);
  return [
    page("home", "/desk"),
    list("first page"),
    list("oldest first", "?sort=oldest"),
    list("by name", "?sort=name"),
    list("after two fifths of the rows", `?after=${of.deep}`),
    list("by name, in the middle", `?sort=name&after=${of.middle}`),
    list("one year", `?year=${of.year}`),
    list("one year, by name", `?year=${of.year}&sort=name`),
    list("pending", "?state=pending"),
    list("decided, not notified", "?told=no"),
    list("a speciality as first choice", `?speciality=${of.speciality}`),
    list(
      "a speciality as any choice, minors, one year",
      `?year=${of.year}&speciality=${of.speciality}&how=any&age=minor`,
    ),
    list("adults", "?age=adult"),
    list("one label", "?label=1"),
    list("undelivered mail", "?mail=trouble"),
    list("requested corrections", "?correction=open"),
    list("disagreeing guardians", "?disagreement=open"),
    list("two days", `?from=${of.day}&until=${of.day}`),
    search("a word of a name", of.surname),
    search("two words of a name", `${of.surname} ${of.name}`),
    search("an e-mail", of.email),
    search("a phone", of.phone),
    search("a document", of.document),
    search("a reference", of.deep),
    page("an enrollment", `/desk/enrollments/${of.deep}`),
    page("an enrollment opened from the list by name", `/desk/enrollments/${of.deep}?list=sort%3Dname`),
    page("decision form", `/desk/enrollments/${of.pending}/decide/accepted`),
    page("places of a year", `/desk/places?year=${of.year}`),
    page("waiting lists of a year", `/desk/waiting-list?year=${of.waiting}`),
    list("waiting for a place, in waiting order", `?speciality=${of.awaited}&how=waits&sort=turn`),
    page("notification of the list", `/desk/tell?year=${of.year}`),
    page("list, pending, with an open enrollment", `/desk/enrollments?state=pending&open=${of.pending}`),
    page("report without names", `/desk/report?year=${of.year}`),
    page("catalogue of a year", `/desk/catalogue?year=${of.year}`),
    page("specialities of a year", `/desk/catalogue/specialities?year=${of.year}`),
    page("new year from this one", `/desk/catalogue/next?year=${of.year}`),
    page("audit log", "/desk/audit"),
    page("page views", "/desk/audit/opened"),
    page("state of the service", "/desk/state"),
    page("settings", "/desk/settings"),
    list("open questions", "?question=open"),
    list("possible duplicates", "?same=perhaps"),
    page("question form", `/desk/enrollments/${of.pending}/ask`),
    page("texts", "/desk/texts"),
    page("terms", "/desk/texts/terms"),
    page("mail texts", "/desk/texts/mails"),
    page("keys", "/desk/keys"),
    page("a key", `/desk/keys/${of.key}`),
    page("mail of the day", "/desk/mail"),
    page("school set-up", "/desk/setup"),
    page("the round's board", `/desk/round?year=${of.year}`),
    page("labels", "/desk/labels"),
    page("renewals of a year", `/desk/renewal?year=${of.year}`),
    page("correction form", `/desk/enrollments/${of.deep}/correct/student`),
    page("paper forms", "/desk/paper"),
    page("exports", "/desk/exports"),
    page("new export", "/desk/exports/new?from=2000-01-01"),
    page("data requests", "/desk/data"),
    page("staff", "/desk/staff"),
    page("catalogue import", "/desk/catalogue/import"),
  ];
}

const page = (name: string, path: string): DeskVisit => ({ name, run: (desk) => desk.open(path) });

/** A list that shows somebody: one without rows would be measured as quick. */
const listOf = (name: string, path: string): DeskVisit => ({
  name,
  run: async (desk) => {
    const answer = await desk.open(path);
    if (!answer.page.includes('name="row"')) throw new Error(`${path} shows nobody`);
    return answer;
  },
});

/** The box above every page is filled in and sent; counted until what it leads to is there. */
const search = (label: string, words = ""): DeskVisit => ({
  name: `search for ${label}`,
  run: async (desk) =>
    desk.post(await desk.open("/desk/me"), {
      control: "words",
      values: { words },
      expected: /^\/desk\/enrollments[/?]./,
    }),
});

const FOUND = `
  select deep.reference as deep, day::text, year::text,
    (select reference from enrollments e join people p on p.id = e.student_id
      order by p.surname collate "und-x-icu", p.name collate "und-x-icu", e.id
      offset (select count(*) / 2 from enrollments) limit 1) as middle,
    (select reference from enrollments where decided_state = 'pending' limit 1) as pending,
    (select school_year_id from enrollments where decided_state = 'waiting'
      group by 1 order by count(*) desc limit 1)::text as waiting,
    (select assigned_speciality_id from enrollments where decided_state = 'waiting'
      group by 1 order by count(*) desc limit 1)::text as awaited,
    (select min(id) from specialities s where s.school_year_id = year)::text as speciality,
    (select min(id) from api_keys)::text as key,
    split_part(student.surname, ' ', 1) as surname, student.name,
    guardian.email, guardian.phone, guardian.document
  from (
    select id, reference, student_id, school_year_id as year, created_at::date as day from enrollments
    where student_id in (select student_id from guardianships)
    order by created_at desc, id desc offset (select count(*) * 2 / 5 from enrollments) limit 1
  ) deep
  join people student on student.id = deep.student_id
  join guardianships g on g.student_id = student.id and g.position = 1
  join people guardian on guardian.id = g.guardian_id`;
