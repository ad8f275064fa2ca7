import type { FormInput } from "@/e2e/support/answers";
import { getPool } from "@/lib/platform/database/prisma";
import { type HtmlForm, parseForms } from "@/test/support/http/html-forms";
import { openPage, type Page, submitForm, type Visitor } from "./browser";

// What an entry point asks: its controls, required fields, and stored values.

/** By field: `!` required, `?` optional, `+` already filled, `~` optional by check answers. */
export type FieldRules = Map<string, string>;

/** Controls that are no answers: of paper forms, and the honeypot. */
const NO_ANSWER = /^(mail_language|signed_on|website)/;

/** The signature on paper accepts the terms. */
const toField = (name: string) =>
  name === "signed_by" ? "terms_and_conditions" : name.replace(/_(day|month|year)$/, "");

const listFields = ({ controls }: HtmlForm) =>
  new Set(controls.map(({ name }) => toField(name)).filter((field) => !NO_ANSWER.test(field)));

/** The page's only form with a matching control. */
export function findForm({ html, address }: Page, text: string): HtmlForm {
  const form = parseForms(html).find((candidate) => candidate.html.includes(text));
  if (!form) throw new Error(`no form with ${text} on ${address}`);
  return form;
}

const STEP = 'id="step-form"';

/** From a page to check answers, with required answers only. */
export async function walkToCheckAnswers(visitor: Visitor, first: Page, values: FormInput) {
  const shownFields: FieldRules = new Map();
  const opened = new Set<string>();
  let page = first;
  while (!isCheck(page)) {
    const step = page.address;
    if (opened.has(step)) throw new Error(`still on ${step}: ${[...listRefusedFields(page)].join()}`);
    opened.add(step);
    const { fieldRules, next } = await submitBlankThenFilled(visitor, page, STEP, values);
    for (const [field, rule] of fieldRules) shownFields.set(field, rule);
    page = next;
  }
  return { page, asked: shownFields };
}

const isCheck = ({ address }: Page) => address.startsWith("/enroll/check");

/** Submits a form empty, then filled. */
export async function submitBlankThenFilled(visitor: Visitor, page: Page, text: string, values: FormInput) {
  const form = findForm(page, text);
  const afterBlank = await submitForm(visitor, page.address, fillFields(form, {}, true));
  const refused = listRefusedFields(afterBlank, page);
  const retry = afterBlank.address === page.address ? afterBlank : await openPage(visitor, page.address);
  const next = await submitForm(visitor, retry.address, fillFields(findForm(retry, text), values));
  const fieldRules: FieldRules = new Map();
  for (const field of listFields(form)) {
    const isRequired = refused.has(field) && hasValue(fillFields(form, values), form, field);
    fieldRules.set(field, hasValue(form.post(), form, field) ? "+" : isRequired ? "!" : "?");
  }
  return { fieldRules, next };
}

/** A control of the field has a value. */
const hasValue = (data: FormData, { controls }: HtmlForm, field: string) =>
  controls.some(({ name }) => toField(name) === field && data.get(name));

/** Empty values, or the form's values with `typed` for empty ones. */
function fillFields(form: HtmlForm, values: FormInput, isBlank = false): FormData {
  const data = form.post();
  for (const { name, kind } of form.controls) {
    if (!isBlank && data.get(name)) continue;
    const value = isBlank ? "" : (values[name] ?? "");
    if (value === "" && ["checkbox", "radio"].includes(kind)) data.delete(name);
    else data.set(name, value);
  }
  return data;
}

/** Fields with errors; none after a redirect. */
function listRefusedFields({ html, address }: Page, previous?: Page): Set<string> {
  if (previous && address !== previous.address) return new Set();
  return new Set([...html.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => toField(id as string)));
}

/** Optional steps, opened from check answers. */
export async function addOptionalFields(
  visitor: Visitor,
  { html }: Page,
  fieldRules: FieldRules,
  child = "",
) {
  const links = [...html.matchAll(/href="(\/enroll\/[\w-]+\?from=check[^"]*)"/g)]
    .map(([, href]) => (href as string).replaceAll("&amp;", "&"))
    .filter((href) => href.endsWith(child));
  for (const link of new Set(links)) {
    const form = findForm(await openPage(visitor, link), STEP);
    const fields = [...listFields(form)].filter((field) => !fieldRules.has(field));
    const isFilled = fields.some((field) => !/country/.test(field) && hasValue(form.post(), form, field));
    if (!isFilled) for (const field of fields) fieldRules.set(field, "~");
  }
}

/** Submits without, then with accepted terms. */
export async function submitCheckAnswers(
  visitor: Visitor,
  page: Page,
  ...allRules: FieldRules[]
): Promise<Page> {
  const { fieldRules, next } = await submitBlankThenFilled(visitor, page, STEP, {
    terms_and_conditions: "on",
  });
  for (const rules of allRules) for (const [field, rule] of fieldRules) rules.set(field, rule);
  if (!next.address.startsWith("/enroll/done"))
    throw new Error(`${next.address}: ${[...listRefusedFields(next)].join()}`);
  return next;
}

const PERSON =
  "email name surname birth_date document_type document phone phone_country_code country city zip_code address";

const columns = (person: string, table: string) =>
  PERSON.split(" ")
    .map((column) => `'${person}_${column}', ${table}.${column}`)
    .join();

export type StoredFields = { reference: string; merits: number } & Record<string, unknown>;

/** The student's last enrollment by API fields. */
export async function readLastEnrollment(name: string): Promise<StoredFields> {
  const { rows } = await getPool().query<{ fields: StoredFields }>(
    `select jsonb_strip_nulls(jsonb_build_object('reference', e.reference, 'school_year_id', e.school_year_id,
       'merits', (select count(*) from merits m where m.enrollment_id = e.id and m.state = 'claimed'),
       'student_id', p.id, 'guardian_id', o.id, ${columns("student", "p")}, ${columns("guardian", "o")})) as fields
     from enrollments e join people p on p.id = e.student_id
     left join guardianships g on g.student_id = p.id and g.position = 1 left join people o on o.id = g.guardian_id
     where p.name = $1 order by e.created_at desc limit 1`,
    [name],
  );
  if (!rows[0]) throw new Error(`nothing is stored of ${name}`);
  return rows[0].fields;
}
