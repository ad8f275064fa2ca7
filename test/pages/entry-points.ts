import type { FormInput } from "@/e2e/support/answers";
import { getPool } from "@/lib/platform/database/prisma";
import { type HtmlForm, parseForms } from "@/test/support/http/html-forms";
import { openPage, type Page, submitForm, type Visitor } from "./browser";

// What an entry point asks: its controls, required fields, and stored values.

/** By field: `!` required, `?` optional, `+` already filled, `~` optional by check answers. */
export type FieldRules = Map<string, string>;

/** Controls that are no answers: of paper forms, and the honeypot. */
const BESIDE = /^(mail_language|signed_on|website)/;

/** The signature on paper accepts the terms. */
const fieldOf = (name: string) =>
  name === "signed_by" ? "terms_and_conditions" : name.replace(/_(day|month|year)$/, "");

const listFields = ({ controls }: HtmlForm) =>
  new Set(controls.map(({ name }) => fieldOf(name)).filter((field) => !BESIDE.test(field)));

/** The page's only form with a matching control. */
export function findForm({ html, address }: Page, what: string): HtmlForm {
  const form = parseForms(html).find((one) => one.html.includes(what));
  if (!form) throw new Error(`no form with ${what} on ${address}`);
  return form;
}

const STEP = 'id="step-form"';

/** From a page to check answers, with required answers only. */
export async function walkToCheckAnswers(visitor: Visitor, first: Page, typed: FormInput) {
  const asked: FieldRules = new Map();
  const opened = new Set<string>();
  let page = first;
  while (!isCheck(page)) {
    const step = page.address;
    if (opened.has(step)) throw new Error(`still on ${step}: ${[...refusedOn(page)].join()}`);
    opened.add(step);
    const { led, next } = await submitBlankThenFilled(visitor, page, STEP, typed);
    for (const [field, mark] of led) asked.set(field, mark);
    page = next;
  }
  return { page, asked };
}

const isCheck = ({ address }: Page) => address.startsWith("/enroll/check");

/** Submits a form empty, then filled. */
export async function submitBlankThenFilled(visitor: Visitor, page: Page, what: string, typed: FormInput) {
  const form = findForm(page, what);
  const blank = await submitForm(visitor, page.address, filled(form, {}, true));
  const refused = refusedOn(blank, page);
  const again = blank.address === page.address ? blank : await openPage(visitor, page.address);
  const next = await submitForm(visitor, again.address, filled(findForm(again, what), typed));
  const led: FieldRules = new Map();
  for (const field of listFields(form)) {
    const must = refused.has(field) && holds(filled(form, typed), form, field);
    led.set(field, holds(form.post(), form, field) ? "+" : must ? "!" : "?");
  }
  return { led, next };
}

/** A control of the field has a value. */
const holds = (data: FormData, { controls }: HtmlForm, field: string) =>
  controls.some(({ name }) => fieldOf(name) === field && data.get(name));

/** Empty values, or the form's values with `typed` for empty ones. */
function filled(form: HtmlForm, typed: FormInput, blank = false): FormData {
  const data = form.post();
  for (const { name, kind } of form.controls) {
    if (!blank && data.get(name)) continue;
    const value = blank ? "" : (typed[name] ?? "");
    if (value === "" && ["checkbox", "radio"].includes(kind)) data.delete(name);
    else data.set(name, value);
  }
  return data;
}

/** Fields with errors; none after a redirect. */
function refusedOn({ html, address }: Page, before?: Page): Set<string> {
  if (before && address !== before.address) return new Set();
  return new Set([...html.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => fieldOf(id as string)));
}

/** Optional steps, opened from check answers. */
export async function addOptionalFields(visitor: Visitor, { html }: Page, asked: FieldRules, child = "") {
  const links = [...html.matchAll(/href="(\/enroll\/[\w-]+\?from=check[^"]*)"/g)]
    .map(([, href]) => (href as string).replaceAll("&amp;", "&"))
    .filter((href) => href.endsWith(child));
  for (const link of new Set(links)) {
    const form = findForm(await openPage(visitor, link), STEP);
    const fields = [...listFields(form)].filter((field) => !asked.has(field));
    const known = fields.some((field) => !/country/.test(field) && holds(form.post(), form, field));
    if (!known) for (const field of fields) asked.set(field, "~");
  }
}

/** Submits without, then with accepted terms. */
export async function submitCheckAnswers(
  visitor: Visitor,
  page: Page,
  ...doors: FieldRules[]
): Promise<Page> {
  const { led, next } = await submitBlankThenFilled(visitor, page, STEP, { terms_and_conditions: "on" });
  for (const asked of doors) for (const [field, mark] of led) asked.set(field, mark);
  if (!next.address.startsWith("/enroll/done"))
    throw new Error(`${next.address}: ${[...refusedOn(next)].join()}`);
  return next;
}

const PERSON =
  "email name surname birth_date document_type document phone phone_country_code country city zip_code address";

const columns = (whose: string, table: string) =>
  PERSON.split(" ")
    .map((column) => `'${whose}_${column}', ${table}.${column}`)
    .join();

export type StoredFields = { reference: string; merits: number } & Record<string, unknown>;

/** The student's last enrollment by API fields. */
export async function readLastEnrollment(name: string): Promise<StoredFields> {
  const { rows } = await getPool().query<{ found: StoredFields }>(
    `select jsonb_strip_nulls(jsonb_build_object('reference', e.reference, 'school_year_id', e.school_year_id,
       'merits', (select count(*) from merits m where m.enrollment_id = e.id and m.state = 'claimed'),
       'student_id', p.id, 'guardian_id', o.id, ${columns("student", "p")}, ${columns("guardian", "o")})) as found
     from enrollments e join people p on p.id = e.student_id
     left join guardianships g on g.student_id = p.id and g.position = 1 left join people o on o.id = g.guardian_id
     where p.name = $1 order by e.created_at desc limit 1`,
    [name],
  );
  if (!rows[0]) throw new Error(`nothing is stored of ${name}`);
  return rows[0].found;
}
