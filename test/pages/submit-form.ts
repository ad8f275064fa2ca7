import { getTotpCode } from "@/test/support/domain/totp";
import { type HtmlForm, parseForms } from "@/test/support/http/html-forms";
import { openPage, type Page, submitForm, type Visitor } from "./browser";
import type { FixtureSchool } from "./fixture-school";
import { getActionName } from "./next-stubs/actions";
import { getPageOutline, maskValues } from "./page-outline";

type Values = Record<string, string | boolean | File>;

/**
 * A page to open; or a form on it, found by action and content, and its values; several forms continue on
 * the next page.
 */
export type Submission = [visitor: Visitor, address: string, form?: string, ...values: Values[]];

/** A date's three controls. */
export const dateInput = (name: string, day = "", month = "", year = ""): Record<string, string> => ({
  [`${name}_day`]: day,
  [`${name}_month`]: month,
  [`${name}_year`]: year,
});

/** One form between two pages. */
type SubmissionStep = { before: Page; form: string; typed: Values; after: Page };

/** Submits forms without JavaScript; returns address, removed and added lines. */
export async function describePageChanges(office: FixtureSchool, press: Submission): Promise<string> {
  const [, address, form = ""] = press;
  const lines = [`# ${form} on ${maskValues(address, office.names)}`];
  for (const { typed, before, after } of await runSubmission(office, press)) {
    lines.push(
      ...Object.entries(typed).map(
        ([name, value]) =>
          `${name} := ${value instanceof File ? value.name : maskValues(String(value), office.names)}`,
      ),
      `leads to ${maskValues(after.address, office.names)}${after.status === 200 ? "" : ` (${after.status})`}`,
      ...diffPages(before, after, office),
    );
  }
  return lines.join("\n");
}

/** Returns the pages. */
async function runSubmission(
  office: FixtureSchool,
  [visitor, address, form = "", ...values]: Submission,
): Promise<SubmissionStep[]> {
  const gone: SubmissionStep[] = [];
  let before = await openPage(visitor, address);
  for (const typed of values.length > 0 ? values : [{}]) {
    const after = await submitForm(visitor, before.address, fillForm(before, form, typed, office));
    gone.push({ before, form, typed, after });
    before = after;
  }
  return gone;
}

/** The controls that were seen in forms that name a verb. */
export const controlsByVerb = new Map<string, string[]>();

/**
 * Data of a form.
 * @throws Error if form, control or option does not exist
 */
export function fillForm({ html, address }: Page, wanted: string, values: Values, { names }: FixtureSchool) {
  const [action = "", ...others] = wanted.split(" ");
  const forms = parseForms(html).filter(
    (form) =>
      callsAction(form, action) && others.every((other) => maskValues(form.html, names).includes(other)),
  );
  const [form] = forms;
  if (!form) throw new Error(`no form ${wanted} on ${address}`);
  const data = form.post();
  const verb = String(data.get("verb"));
  const controls = [...data.keys(), ...form.controls.map((control) => control.name)];
  controlsByVerb.set(verb, [...(controlsByVerb.get(verb) ?? []), ...controls]);
  for (const [name, value] of Object.entries(values))
    put(data, form, name, value === CODE_PLACEHOLDER ? getTotpCode(secretIn(html), new Date()) : value);
  return data;
}

export const callsAction = (form: HtmlForm, action: string) =>
  getActionName(form.post()).endsWith(`#${action}`);

/** Replaced by the code for the secret on the page. */
export const CODE_PLACEHOLDER = "the code";

const secretIn = (html: string) => /[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}/.exec(html)?.[0] ?? "";

/** Control names may omit a trailing id. */
function put(data: FormData, form: HtmlForm, wanted: string, value: string | boolean | File) {
  const control =
    form.controls.find(({ name }) => name === wanted) ??
    form.controls.find(({ name }) => name.startsWith(`${wanted}-`));
  const name = control?.name ?? wanted;
  const known = control || new RegExp(`name="${name}"`).test(form.html);
  if (!known) throw new Error(`no control ${wanted}: ${form.controls.map((one) => one.name).join()}`);
  if (control?.kind === "select" && !control.options.includes(String(value)) && value !== NO_PAGE)
    throw new Error(`${name} does not offer ${value}: ${control.options.join()}`);
  if (value instanceof File) return data.set(name, value);
  if (value === false) data.delete(name);
  else data.set(name, value === true ? (control?.value ?? "") : value);
}

/** A value that no select offers. */
export const NO_PAGE = "nowhere";

function diffPages(before: Page, after: Page, { names }: FixtureSchool): string[] {
  const [old, now] = [before, after].map(({ html }) =>
    getPageOutline(html, names)
      .split("\n")
      .map((line) => line.trim()),
  );
  const elsewhere = before.address.split("?")[0] !== after.address.split("?")[0];
  if (elsewhere)
    return (now ?? []).filter((line) => /^(h1|title)|\bsaid\.|role=status|aria-invalid/.test(line));
  const less = (from: string[] = [], what: string[] = []) => {
    const left = [...what];
    return from.filter((line) => {
      const at = left.indexOf(line);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  return [...less(old, now).map((line) => `- ${line}`), ...less(now, old).map((line) => `+ ${line}`)];
}
