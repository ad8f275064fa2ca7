import { afterAll, beforeAll, expect, test } from "vitest";
import { type Enrollment, toFormInput } from "@/e2e/support/answers";
import { invalidate } from "@/lib/platform/cache";
import { getPool } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { readDraft } from "@/lib/wizard/drafts/writes";
import { loadCatalogue } from "@/test/support/data/catalogue";
import { aMinor, anAdult, anEmail, yearsAgo } from "@/test/support/data/factories";
import { type Api, startApi } from "@/test/support/servers/api";
import { openPage, submitForm, type Visitor } from "./browser";
import {
  addOptionalFields,
  type FieldRules,
  findForm,
  readLastEnrollment,
  type StoredFields,
  submitBlankThenFilled,
  submitCheckAnswers,
  walkToCheckAnswers,
} from "./entry-points";
import { aMember, fixtureCatalogue, signedInFamily } from "./fixture-school";
import { adultFieldTable, type Circumstances, getFieldRules, minorFieldTable } from "./required-fields";

let api: Api;
let staff: Visitor;
let bodies: Record<string, string[]>;
const [current, next] = [6, 7];

beforeAll(async () => {
  await loadCatalogue(fixtureCatalogue() as never);
  env.formMinimumMs = 0;
  env.RATE_LIMIT_FORM_STEPS_PER_MINUTE = 0;
  api = await startApi();
  staff = (await aMember("doors", "secretary")).visitor;
  bodies = await documented();
  await getPool().query(
    `with made as (
       insert into rounds (school_year_id, code, name) values ($1, 'mayo', 'Mayo') returning id)
     insert into criteria (round_id, code, position, es, ca, en, points, source)
     select id, 'resident', 1, 'Vive aquí', 'Viu aquí', 'Lives here', 3, 'claimed' from made`,
    [current],
  );
});
afterAll(() => api.stop());

const circumstances: [string, Circumstances][] = [
  ["with one year open, no round and a mailbox without tags", { years: false, round: false, tags: false }],
  ["with two years open, a round that asks and one with tags", { years: true, round: true, tags: true }],
];

test.each(circumstances)("families 35: every entry point asks the same of a child, %s", async (_, now) => {
  await become(now);
  const { student_email, ...guardian } = aMinor();
  const guardian_email = anEmail("berta").replace(/@.*/, now.tags ? "@gmail.com" : "@example.org");
  const bodyOf = (student_name: string, changes = {}) =>
    aMinor({
      ...guardian,
      guardian_email,
      student_name,
      student_birth_date: yearsAgo(5 + student_name.length),
      school_year_id: current,
      ...(now.tags && { student_email: undefined }),
      ...changes,
    } as object);
  const held = holding(minorFieldTable, now);

  const visitor: Visitor = { jar: new Map() };
  const first = await walkToCheckAnswers(
    visitor,
    await openPage(visitor, "/enroll/birth-date"),
    typed(bodyOf("Ada")),
  );
  await addOptionalFields(visitor, first.page, first.asked);
  const add = findForm(first.page, 'id="another-child"').post();
  add.set("child", "add");
  const begun = await submitForm(visitor, first.page.address, add);
  const further = await walkToCheckAnswers(visitor, begun, typed(bodyOf("Bru")));
  const [key = ""] = /child=[1-9]\d*/.exec(further.page.html) ?? [];
  await addOptionalFields(visitor, further.page, further.asked, key);
  await submitCheckAnswers(visitor, further.page, first.asked, further.asked);
  const ada = await held("first", first.asked, "Ada");
  await held("further", further.asked, "Bru", ada);

  const family = await anAccount(ada.guardian_id);
  await held("later", await fromAccount(family, "new", bodyOf("Cesc")), "Cesc", ada);
  await withdrawn(ada);
  await held("more", await fromAccount(family, String(ada.student_id), bodyOf("Ada")), "Ada", ada);

  const other = bodyOf("Duna", {
    guardian_email: `x${guardian_email}`,
    guardian_document: aMinor().guardian_document,
  });
  const paper = await onPaper("who=minor", other);
  const duna = await held("paper", paper, "Duna");
  await held("sheet", await onPaper(`how=sibling&of=${duna.reference}`, bodyOf("Elna")), "Elna", duna);
  await withdrawn(duna);
  await held("again", await onPaper(`how=again&of=${duna.reference}`, bodyOf("Duna")), "Duna", duna);

  const sent = aMinor({ student_name: "Fina", school_year_id: current });
  const fina = await held("api", await byApi("minor", sent), "Fina");
  const sibling = await byApi("sibling", aMinor({ student_name: "Gil", school_year_id: current }), fina);
  await held("sibling", sibling, "Gil", fina);
  await withdrawn(fina);
  await held("returning", await byApi("returning", sent, fina), "Fina", fina);
});

test.each(circumstances)("families 35: every entry point asks the same of an adult, %s", async (_, now) => {
  await become(now);
  const held = holding(adultFieldTable, now);
  const nora = anAdult({ student_name: "Nora", school_year_id: current });
  const visitor: Visitor = { jar: new Map() };
  const first = await walkToCheckAnswers(visitor, await openPage(visitor, "/enroll/birth-date"), typed(nora));
  await addOptionalFields(visitor, first.page, first.asked);
  await submitCheckAnswers(visitor, first.page, first.asked);
  const known = await held("first", first.asked, "Nora");
  await withdrawn(known);
  const herself = await anAccount(known.student_id);
  await held("more", await fromAccount(herself, String(known.student_id), nora), "Nora", known);

  const omar = await held(
    "paper",
    await onPaper("who=adult", anAdult({ student_name: "Omar", school_year_id: current })),
    "Omar",
  );
  await withdrawn(omar);
  await held("again", await onPaper(`how=again&of=${omar.reference}`, nora), "Omar", omar);

  const sent = anAdult({ student_name: "Pau", school_year_id: current });
  const pau = await held("api", await byApi("adult", sent), "Pau");
  await withdrawn(pau);
  await held("returning", await byApi("returning", sent, pau), "Pau", pau);
});

test("families 37: a signed-in family keeps the course and instrument with which it comes from the home page", async () => {
  await become({ years: false, round: false, tags: false });
  await byApi("minor", aMinor({ student_name: "Hada", school_year_id: current }));
  const guardian = await anAccount((await readLastEnrollment("Hada")).guardian_id);
  const start = await openPage(guardian, "/enroll?course=61&instrument=61");
  const form = findForm(start, 'value="new"').post();
  form.set("whom", "new");
  const next = await submitForm(guardian, start.address, form);
  expect(next.address).toMatch(/^\/enroll\/[\w-]+\?course=61&instrument=61$/);
  const draft = await readDraft(guardian.jar.get("matricula_draft"));
  expect(draft?.content.pending?.specialities?.typed).toMatchObject({
    student_syllabi_option1: "61",
    student_speciality_option1: "61",
  });

  const plain = findForm(await openPage(guardian, "/enroll?course=999999"), 'value="new"').post();
  expect([...plain.keys()]).not.toContain("course");
});

/** Compares asked and stored fields with the rule of an entry point; returns the stored values. */
const holding =
  (rule: string, now: Circumstances) =>
  async (
    door: string,
    asked: FieldRules,
    name: string,
    known: Partial<StoredFields> = {},
  ): Promise<StoredFields> => {
    const [wanted, stored] = [getFieldRules(rule, door, now), await readLastEnrollment(name)];
    const before: Record<string, unknown> = { ...known, school_year_id: current };
    const found = new Map([...wanted].map(([field, mark]) => [field, unasked(field, mark, stored, before)]));
    for (const [field, mark] of asked) found.set(field, mark);
    expect.soft({ door, ...Object.fromEntries(found) }).toEqual({ door, ...Object.fromEntries(wanted) });
    expect.soft([door, stored.merits]).toEqual([door, wanted.get("merits") === "?" ? 1 : 0]);
    if (now.tags && rule === minorFieldTable && wanted.get("student_email") === "?")
      expect
        .soft(stored.student_email)
        .toBe(String(stored.guardian_email).replace("@", `+${name.toLowerCase()}@`));
    return stored;
  };

/** Fields that are not asked have their known value, if the rule says so. */
function unasked(field: string, mark: string, stored: StoredFields, known: Record<string, unknown>) {
  if (mark !== "=") return ".";
  return stored[field] === known[field] ? "=" : `${known[field]} became ${stored[field]}`;
}

/** Only required values, with claims. */
const typed = (body: Enrollment) => ({
  ...toFormInput(body),
  signed_by: "Berta",
  ...{ signed_on_day: "3", signed_on_month: "4", signed_on_year: "2026" },
  merits: "resident",
  studies_later: "yes",
});

async function anAccount(personId: unknown): Promise<Visitor> {
  await getPool().query("insert into accounts (person_id, password_hash) values ($1, '')", [personId]);
  return signedInFamily(String(personId));
}

async function fromAccount(visitor: Visitor, whom: string, body: Enrollment): Promise<FieldRules> {
  const start = findForm(await openPage(visitor, "/enroll"), `value="${whom}"`).post();
  start.set("whom", whom);
  const { page, asked } = await walkToCheckAnswers(
    visitor,
    await submitForm(visitor, "/enroll", start),
    typed(body),
  );
  await addOptionalFields(visitor, page, asked);
  await submitCheckAnswers(visitor, page, asked);
  await submitForm(
    visitor,
    "/enroll/done",
    findForm(await openPage(visitor, "/enroll/done"), "startAnotherAction").post(),
  );
  return asked;
}

async function onPaper(whose: string, body: Enrollment): Promise<FieldRules> {
  const page = await openPage(staff, `/desk/paper?${whose}&year=${current}`);
  const { led, next } = await submitBlankThenFilled(staff, page, "signed_by", typed(body));
  expect(next.address).toMatch(/^\/desk\/enrollments\/\w{8}\?said=paper$/);
  return led;
}

const enrollments = (kind: string) => `academic/${kind}_enrollment`;

/** The API reports required fields; the document lists the others. */
async function byApi(kind: string, body: Enrollment, of?: StoredFields): Promise<FieldRules> {
  const reference = of && { reference: of.reference };
  const { error } = await api.post(enrollments(kind), { ...reference });
  const must = error?.errors?.map(({ field }) => field) ?? [];
  const may = (bodies[kind] ?? []).filter((field) => field !== "reference");
  const asked = Object.entries(body).filter(([field]) => may.includes(field));
  const { status, text } = await api.post(enrollments(kind), { ...reference, ...Object.fromEntries(asked) });
  expect([status, text]).toEqual([201, expect.anything()]);
  return new Map(may.map((field) => [field, must.includes(field) ? "!" : "?"]));
}

/** Fields by body, from the OpenAPI document. */
async function documented() {
  const { paths, components } = await (await fetch(`${api.base}/api/openapi.json`)).json();
  const kinds = ["minor", "adult", "sibling", "returning"];
  return Object.fromEntries(
    kinds.map((kind) => {
      const { schema } = paths[`/api/v1/${enrollments(kind)}`].post.requestBody.content["application/json"];
      const { properties } = schema.$ref ? components.schemas[schema.$ref.split("/").at(-1)] : schema;
      return [kind, Object.keys(properties)];
    }),
  );
}

async function become({ years, round }: Circumstances) {
  await getPool().query("update school_years set start_enrollment = current_date + $2::int where id = $1", [
    next,
    years ? -10 : 10,
  ]);
  await getPool().query("update rounds set state = $1", [round ? "open" : "draft"]);
  for (const what of ["catalogue", "rounds"] as const) invalidate(what);
}

async function withdrawn({ reference }: StoredFields) {
  await getPool().query(
    "update enrollments set state = 'withdrawn', decided_state = 'withdrawn', created_at = created_at - interval '1 hour' where reference = $1",
    [reference],
  );
}
