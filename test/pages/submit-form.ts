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

/** A form on a page: who, address and action. */
export type PageForm = [visitor: Visitor, address: string, form: string];

/** A date's three controls. */
export const dateInput = (name: string, day = "", month = "", year = ""): Record<string, string> => ({
  [`${name}_day`]: day,
  [`${name}_month`]: month,
  [`${name}_year`]: year,
});

/** One form between two pages. */
type SubmissionStep = { before: Page; form: string; typed: Values; after: Page };

/** Submits forms without JavaScript; returns address, removed and added lines. */
export async function describePageChanges(office: FixtureSchool, submission: Submission): Promise<string> {
  const [, address, form = ""] = submission;
  const lines = [`# ${form} on ${maskValues(address, office.names)}`];
  for (const { typed, before, after } of await runSubmission(office, submission)) {
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
  const steps: SubmissionStep[] = [];
  let before = await openPage(visitor, address);
  for (const input of values.length > 0 ? values : [{}]) {
    const after = await submitForm(visitor, before.address, fillForm(before, form, input, office));
    steps.push({ before, form, typed: input, after });
    before = after;
  }
  return steps;
}

/** The controls that were seen in forms that name a verb. */
export const controlsByVerb = new Map<string, string[]>();

/**
 * Data of a form.
 * @throws Error if form, control or option does not exist
 */
export function fillForm(
  { html, address }: Page,
  formName: string,
  values: Values,
  { names }: FixtureSchool,
) {
  const [action = "", ...others] = formName.split(" ");
  const forms = parseForms(html).filter(
    (form) =>
      callsAction(form, action) && others.every((other) => maskValues(form.html, names).includes(other)),
  );
  const [form] = forms;
  if (!form) throw new Error(`no form ${formName} on ${address}`);
  const data = form.post();
  const verb = String(data.get("verb"));
  const controls = [...data.keys(), ...form.controls.map((control) => control.name)];
  controlsByVerb.set(verb, [...(controlsByVerb.get(verb) ?? []), ...controls]);
  for (const [name, value] of Object.entries(values))
    setControl(
      data,
      form,
      name,
      value === CODE_PLACEHOLDER ? getTotpCode(findSecret(html), new Date()) : value,
    );
  return data;
}

export const callsAction = (form: HtmlForm, action: string) =>
  getActionName(form.post()).endsWith(`#${action}`);

/** Replaced by the code for the secret on the page. */
export const CODE_PLACEHOLDER = "the code";

const findSecret = (html: string) => /[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}/.exec(html)?.[0] ?? "";

/** Control names may omit a trailing id. */
function setControl(data: FormData, form: HtmlForm, controlName: string, value: string | boolean | File) {
  const control =
    form.controls.find(({ name }) => name === controlName) ??
    form.controls.find(({ name }) => name.startsWith(`${controlName}-`));
  const name = control?.name ?? controlName;
  const exists = control || new RegExp(`name="${name}"`).test(form.html);
  if (!exists)
    throw new Error(`no control ${controlName}: ${form.controls.map((candidate) => candidate.name).join()}`);
  if (control?.kind === "select" && !control.options.includes(String(value)) && value !== NO_PAGE)
    throw new Error(`${name} does not offer ${value}: ${control.options.join()}`);
  if (value instanceof File) return data.set(name, value);
  if (value === false) data.delete(name);
  else data.set(name, value === true ? (control?.value ?? "") : value);
}

/** A value that no select offers. */
export const NO_PAGE = "nowhere";

function diffPages(before: Page, after: Page, { names }: FixtureSchool): string[] {
  const [linesBefore, linesAfter] = [before, after].map(({ html }) =>
    getPageOutline(html, names)
      .split("\n")
      .map((line) => line.trim()),
  );
  const isOtherPage = before.address.split("?")[0] !== after.address.split("?")[0];
  if (isOtherPage)
    return (linesAfter ?? []).filter((line) => /^(h1|title)|\bsaid\.|role=status|aria-invalid/.test(line));
  const subtract = (lines: string[] = [], removed: string[] = []) => {
    const remaining = [...removed];
    return lines.filter((line) => {
      const index = remaining.indexOf(line);
      if (index >= 0) remaining.splice(index, 1);
      return index < 0;
    });
  };
  return [
    ...subtract(linesBefore, linesAfter).map((line) => `- ${line}`),
    ...subtract(linesAfter, linesBefore).map((line) => `+ ${line}`),
  ];
}
