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
import { aMember, createSignedInFamily, fixtureCatalogue } from "./fixture-school";
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
  bodies = await readDocumentedFields();
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

test.each(circumstances)(
  "families 35: every entry point asks the same of a child, %s",
  async (_, circumstances) => {
    await setCircumstances(circumstances);
    const { student_email, ...guardian } = aMinor();
    const guardian_email = anEmail("berta").replace(
      /@.*/,
      circumstances.tags ? "@gmail.com" : "@example.org",
    );
    const createBody = (student_name: string, changes = {}) =>
      aMinor({
        ...guardian,
        guardian_email,
        student_name,
        student_birth_date: yearsAgo(5 + student_name.length),
        school_year_id: current,
        ...(circumstances.tags && { student_email: undefined }),
        ...changes,
      } as object);
    const checkFields = createFieldCheck(minorFieldTable, circumstances);

    const visitor: Visitor = { cookieJar: new Map() };
    const first = await walkToCheckAnswers(
      visitor,
      await openPage(visitor, "/enroll/birth-date"),
      toInput(createBody("Ada")),
    );
    await addOptionalFields(visitor, first.page, first.asked);
    const add = findForm(first.page, 'id="another-child"').post();
    add.set("child", "add");
    const anotherChild = await submitForm(visitor, first.page.address, add);
    const further = await walkToCheckAnswers(visitor, anotherChild, toInput(createBody("Bru")));
    const [key = ""] = /child=[1-9]\d*/.exec(further.page.html) ?? [];
    await addOptionalFields(visitor, further.page, further.asked, key);
    await submitCheckAnswers(visitor, further.page, first.asked, further.asked);
    const ada = await checkFields("first", first.asked, "Ada");
    await checkFields("further", further.asked, "Bru", ada);

    const family = await createAccount(ada.guardian_id);
    await checkFields("later", await fromAccount(family, "new", createBody("Cesc")), "Cesc", ada);
    await withdraw(ada);
    await checkFields(
      "more",
      await fromAccount(family, String(ada.student_id), createBody("Ada")),
      "Ada",
      ada,
    );

    const dunaBody = createBody("Duna", {
      guardian_email: `x${guardian_email}`,
      guardian_document: aMinor().guardian_document,
    });
    const paperRules = await enrollOnPaper("who=minor", dunaBody);
    const duna = await checkFields("paper", paperRules, "Duna");
    await checkFields(
      "sheet",
      await enrollOnPaper(`how=sibling&of=${duna.reference}`, createBody("Elna")),
      "Elna",
      duna,
    );
    await withdraw(duna);
    await checkFields(
      "again",
      await enrollOnPaper(`how=again&of=${duna.reference}`, createBody("Duna")),
      "Duna",
      duna,
    );

    const finaBody = aMinor({ student_name: "Fina", school_year_id: current });
    const fina = await checkFields("api", await enrollByApi("minor", finaBody), "Fina");
    const siblingRules = await enrollByApi(
      "sibling",
      aMinor({ student_name: "Gil", school_year_id: current }),
      fina,
    );
    await checkFields("sibling", siblingRules, "Gil", fina);
    await withdraw(fina);
    await checkFields("returning", await enrollByApi("returning", finaBody, fina), "Fina", fina);
  },
);

test.each(circumstances)(
  "families 35: every entry point asks the same of an adult, %s",
  async (_, circumstances) => {
    await setCircumstances(circumstances);
    const checkFields = createFieldCheck(adultFieldTable, circumstances);
    const nora = anAdult({ student_name: "Nora", school_year_id: current });
    const visitor: Visitor = { cookieJar: new Map() };
    const first = await walkToCheckAnswers(
      visitor,
      await openPage(visitor, "/enroll/birth-date"),
      toInput(nora),
    );
    await addOptionalFields(visitor, first.page, first.asked);
    await submitCheckAnswers(visitor, first.page, first.asked);
    const existingFields = await checkFields("first", first.asked, "Nora");
    await withdraw(existingFields);
    const account = await createAccount(existingFields.student_id);
    await checkFields(
      "more",
      await fromAccount(account, String(existingFields.student_id), nora),
      "Nora",
      existingFields,
    );

    const omar = await checkFields(
      "paper",
      await enrollOnPaper("who=adult", anAdult({ student_name: "Omar", school_year_id: current })),
      "Omar",
    );
    await withdraw(omar);
    await checkFields("again", await enrollOnPaper(`how=again&of=${omar.reference}`, nora), "Omar", omar);

    const pauBody = anAdult({ student_name: "Pau", school_year_id: current });
    const pau = await checkFields("api", await enrollByApi("adult", pauBody), "Pau");
    await withdraw(pau);
    await checkFields("returning", await enrollByApi("returning", pauBody, pau), "Pau", pau);
  },
);

test("families 37: a signed-in family keeps the course and instrument with which it comes from the home page", async () => {
  await setCircumstances({ years: false, round: false, tags: false });
  await enrollByApi("minor", aMinor({ student_name: "Hada", school_year_id: current }));
  const guardian = await createAccount((await readLastEnrollment("Hada")).guardian_id);
  const start = await openPage(guardian, "/enroll?course=61&instrument=61");
  const form = findForm(start, 'value="new"').post();
  form.set("whom", "new");
  const next = await submitForm(guardian, start.address, form);
  expect(next.address).toMatch(/^\/enroll\/[\w-]+\?course=61&instrument=61$/);
  const draft = await readDraft(guardian.cookieJar.get("matricula_draft"));
  expect(draft?.content.pending?.specialities?.typed).toMatchObject({
    student_syllabi_option1: "61",
    student_speciality_option1: "61",
  });

  const plain = findForm(await openPage(guardian, "/enroll?course=999999"), 'value="new"').post();
  expect([...plain.keys()]).not.toContain("course");
});

/** Compares asked and stored fields with the rule of an entry point; returns the stored values. */
const createFieldCheck =
  (rule: string, circumstances: Circumstances) =>
  async (
    entryPoint: string,
    fieldRules: FieldRules,
    name: string,
    knownValues: Partial<StoredFields> = {},
  ): Promise<StoredFields> => {
    const [expected, stored] = [
      getFieldRules(rule, entryPoint, circumstances),
      await readLastEnrollment(name),
    ];
    const expectedValues: Record<string, unknown> = { ...knownValues, school_year_id: current };
    const actual = new Map(
      [...expected].map(([field, rule]) => [
        field,
        checkFieldWithoutPage(field, rule, stored, expectedValues),
      ]),
    );
    for (const [field, rule] of fieldRules) actual.set(field, rule);
    expect
      .soft({ door: entryPoint, ...Object.fromEntries(actual) })
      .toEqual({ door: entryPoint, ...Object.fromEntries(expected) });
    expect.soft([entryPoint, stored.merits]).toEqual([entryPoint, expected.get("merits") === "?" ? 1 : 0]);
    if (circumstances.tags && rule === minorFieldTable && expected.get("student_email") === "?")
      expect
        .soft(stored.student_email)
        .toBe(String(stored.guardian_email).replace("@", `+${name.toLowerCase()}@`));
    return stored;
  };

/** Fields that are not asked have their known value, if the rule says so. */
function checkFieldWithoutPage(
  field: string,
  rule: string,
  stored: StoredFields,
  existingAnswers: Record<string, unknown>,
) {
  if (rule !== "=") return ".";
  return stored[field] === existingAnswers[field] ? "=" : `${existingAnswers[field]} became ${stored[field]}`;
}

/** Only required values, with claims. */
const toInput = (body: Enrollment) => ({
  ...toFormInput(body),
  signed_by: "Berta",
  ...{ signed_on_day: "3", signed_on_month: "4", signed_on_year: "2026" },
  merits: "resident",
  studies_later: "yes",
});

async function createAccount(personId: unknown): Promise<Visitor> {
  await getPool().query("insert into accounts (person_id, password_hash) values ($1, '')", [personId]);
  return createSignedInFamily(String(personId));
}

async function fromAccount(visitor: Visitor, student: string, body: Enrollment): Promise<FieldRules> {
  const start = findForm(await openPage(visitor, "/enroll"), `value="${student}"`).post();
  start.set("whom", student);
  const { page, asked: shownFields } = await walkToCheckAnswers(
    visitor,
    await submitForm(visitor, "/enroll", start),
    toInput(body),
  );
  await addOptionalFields(visitor, page, shownFields);
  await submitCheckAnswers(visitor, page, shownFields);
  await submitForm(
    visitor,
    "/enroll/done",
    findForm(await openPage(visitor, "/enroll/done"), "startAnotherAction").post(),
  );
  return shownFields;
}

async function enrollOnPaper(query: string, body: Enrollment): Promise<FieldRules> {
  const page = await openPage(staff, `/desk/paper?${query}&year=${current}`);
  const { fieldRules, next } = await submitBlankThenFilled(staff, page, "signed_by", toInput(body));
  expect(next.address).toMatch(/^\/desk\/enrollments\/\w{8}\?said=paper$/);
  return fieldRules;
}

const enrollments = (kind: string) => `academic/${kind}_enrollment`;

/** The API reports required fields; the document lists the others. */
async function enrollByApi(
  kind: string,
  body: Enrollment,
  existingFields?: StoredFields,
): Promise<FieldRules> {
  const reference = existingFields && { reference: existingFields.reference };
  const { error } = await api.post(enrollments(kind), { ...reference });
  const required = error?.errors?.map(({ field }) => field) ?? [];
  const allowed = (bodies[kind] ?? []).filter((field) => field !== "reference");
  const members = Object.entries(body).filter(([field]) => allowed.includes(field));
  const { status, text } = await api.post(enrollments(kind), {
    ...reference,
    ...Object.fromEntries(members),
  });
  expect([status, text]).toEqual([201, expect.anything()]);
  return new Map(allowed.map((field) => [field, required.includes(field) ? "!" : "?"]));
}

/** Fields by body, from the OpenAPI document. */
async function readDocumentedFields() {
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

async function setCircumstances({ years, round }: Circumstances) {
  await getPool().query("update school_years set start_enrollment = current_date + $2::int where id = $1", [
    next,
    years ? -10 : 10,
  ]);
  await getPool().query("update rounds set state = $1", [round ? "open" : "draft"]);
  for (const topic of ["catalogue", "rounds"] as const) invalidate(topic);
}

async function withdraw({ reference }: StoredFields) {
  await getPool().query(
    "update enrollments set state = 'withdrawn', decided_state = 'withdrawn', created_at = created_at - interval '1 hour' where reference = $1",
    [reference],
  );
}
