import { in_, type Mutant } from "../mutant";

const INSERT = "lib/enrollment/enrollment-document.ts";
const SQL = "prisma/sql/create-enrollment.sql";
const STORED = "app/api/v1/academic/stored.test.ts";
const SERIALIZE = "lib/catalogue/serialize.ts";
const IMPORTED = "app/api/v1/imported.test.ts";
const MINOR = "app/api/v1/academic/minor_enrollment/minor-enrollment.test.ts";
const ADULT = "app/api/v1/academic/adult_enrollment/adult-enrollment.test.ts";

/** What is stored, served and refused: values, order, days. */
export const enrollment: Mutant[] = [
  ...in_(INSERT, STORED, [
    [
      "4.3-3: options are stored in the opposite order",
      "option: stored.option, id",
      "option: 4 - stored.option, id",
    ],
    ["4.3: syllabi are never stored", 'syllabi: choicesOf(input, "syllabi")', "syllabi: []"],
    ["4.3: what is chosen of the one list is stored in the other", "stored?.in === list &&", ""],
    ["4.4: guardians change places", "position: at + 1", "position: guardians.length - at"],
    ["4.3: the enrollment's own columns are lost", "...columnsOf(input),", ""],
    [
      "4.3: long answers are cut",
      "[[stored.column, input[name]]]",
      '[[stored.column, typeof input[name] === "string" ? input[name].slice(0, 20) : input[name]]]',
    ],
    ["a test key's enrollment is not marked", "test: isTest,", "test: false,"],
    [
      "4.4-9: a message is queued for an address that was made up",
      ".filter(({ email }) => hasMailbox(email))",
      "",
    ],
  ]),
  ...in_(SQL, STORED, [
    [
      "4.3-2: terms accepted in 2001",
      "), now(), e.locale, e.source",
      "), timestamptz '2001-01-01', e.locale, e.source",
    ],
    [
      "people are written to in Spanish alone",
      "p.document_key, input.document ->> 'locale'",
      "p.document_key, 'es'",
    ],
    [
      "messages in another language than the enrollment",
      "m.person_id, document ->> 'locale'",
      "m.person_id, 'es'",
    ],
  ]),
  ...in_("lib/enrollment/fields.ts", STORED, [
    [
      "a guardian's city is stored as the postal code",
      'ofPerson("guardian", "city")',
      'ofPerson("guardian", "zip_code")',
    ],
    ["a student's phone is never stored", '...ofPerson("student", "phone"),', ""],
    [
      "years of experience are stored as the speciality",
      'ofEnrollment("experience_years", "smallint")',
      'ofEnrollment("experience_speciality_id", "int")',
    ],
  ]),
  ...in_("lib/enrollment/people.ts", STORED, [
    [
      "texts of people are cut to six characters",
      "= input[name] as string;",
      "= (input[name] as string | undefined)?.slice(0, 6) as string;",
    ],
    [
      "whoever it is, the student's answers are stored",
      "row.person === role &&",
      'row.person === "student" &&',
    ],
    [
      "4.3-8: e-mails are told apart by their letters' case",
      "email_key: emailKey(email)",
      "email_key: email",
    ],
  ]),
  ...in_(SERIALIZE, IMPORTED, [
    ["2.3: price shows the credits", "price: row.price.toNumber()", "price: row.ects.toNumber()"],
    ["2.3: credits are rounded", "ects: row.ects.toNumber()", "ects: Math.round(row.ects.toNumber())"],
    [
      "2.3: individual is the opposite",
      "is_individual: row.isIndividual",
      "is_individual: !row.isIndividual",
    ],
    [
      "2.4: the least electives are the most",
      "min_electives: row.minElectives",
      "min_electives: row.maxElectives",
    ],
    [
      "2.4: the most electives are the least",
      "max_electives: row.maxElectives",
      "max_electives: row.minElectives",
    ],
    ["2.4: age shows the failed subjects", "age: row.age", "age: row.maxFailedSubjectsToPass"],
    ["2.4: electives are mandatory", 'ofKind("optional")', 'ofKind("mandatory")'],
    [
      "2.4: specialities from the last to the first",
      'orderBy: { specialityId: "asc" }',
      'orderBy: { specialityId: "desc" }',
    ],
    ["2.4: subjects from the last to the first", 'orderBy: { id: "asc" }', 'orderBy: { id: "desc" }'],
    ["2.4: classes a week are lost", "classes_per_week: classesPerWeek", "classes_per_week: 1"],
    [
      "2.1: the enrollment's last day is the school year's",
      "end_enrollment: row.endEnrollment && dayOf(row.endEnrollment)",
      "end_enrollment: dayOf(row.endSchoolYear)",
    ],
  ]),
  ...in_("lib/catalogue/snapshot.ts", IMPORTED, [
    [
      "4.1: school years in the order of their ids",
      'orderBy: [{ startSchoolYear: "asc" }, { id: "asc" }]',
      'orderBy: { id: "asc" }',
    ],
    [
      "4.1: specialities from the last to the first",
      'speciality.findMany({ orderBy: { id: "asc" } })',
      'speciality.findMany({ orderBy: { id: "desc" } })',
    ],
    [
      "4.1: subjects from the last to the first",
      'subject.findMany({ orderBy: { id: "asc" } })',
      'subject.findMany({ orderBy: { id: "desc" } })',
    ],
  ]),
  ...in_("lib/school/today.ts", IMPORTED, [
    ["4.1: the day is UTC's, not the school's", "dayIn(time_zone)", 'dayIn("UTC")'],
  ]),
  ...in_("lib/catalogue/queries.ts", IMPORTED, [
    ["4.1: a year has ended on its last day", "end_school_year >= day", "end_school_year > day"],
  ]),
  ...in_("lib/enrollment/rules.ts", MINOR, [
    [
      "4.4-5: a minor's country need not be listed",
      'fieldsOf(branch, ({ from }) => from === "countries")',
      'fieldsOf(branch, ({ from }) => from === "countries").slice(0, 1)',
    ],
    ["4.4-6: a guardian of any age", 'ageRule("guardian_birth_date"),', ""],
    ["4.4-9: a minor's e-mail may be missing", "!minorsWithoutEmail && !given", "false && !given"],
    ["4.4-8: one document for two", "documentKey,\n  )", "(text) => text,\n  )"],
  ]),
  ...in_("lib/enrollment/rules.ts", ADULT, [
    ["4.3-3: any speciality will do", "!year[list].includes(input[field] as number)", "false"],
    ["4.3-4: any country will do", "!countries.includes(input[field] as string)", "false"],
    ["4.3-6: born tomorrow", "(day as Day) > today", "false"],
  ]),
  ...in_("lib/dates.ts", "lib/dates.test.ts", [
    [
      "4.3-6: 18 the day after the birthday",
      "today.slice(5) >= birthDate.slice(5)",
      "today.slice(5) > birthDate.slice(5)",
    ],
  ]),
  ...in_("lib/enrollment/windows.ts", "lib/enrollment/windows.test.ts", [
    [
      "families cannot enroll on the first day",
      "today < year.start_enrollment",
      "today <= year.start_enrollment",
    ],
    ["families cannot enroll on the last day", "today > last", "today >= last"],
    [
      "without a last day it ends when the year begins",
      "?? year.end_school_year",
      "?? year.start_school_year",
    ],
  ]),
];
