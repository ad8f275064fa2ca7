import { formsIn, type HtmlForm } from "@/test/html-forms";
import { codeAt } from "@/test/staff-codes";
import type { Office } from "./office";
import { masked, outline } from "./outline";
import { open, type Page, send, type Visitor } from "./visit";

type Values = Record<string, string | boolean | File>;

/**
 * A page that is looked at; or which form of it, by its action and by something else that stands in it, and what is put into it; once more on
 * the page that answers, where several are given.
 */
export type Press = [visitor: Visitor, address: string, form?: string, ...values: Values[]];

/** From a page by a form of it, with what is put into that, to the page that answers. */
export type Step = { before: Page; form: string; typed: Values; after: Page };

/**
 * Opens a page, fills in a form of it and sends it, as a browser without JavaScript does; gives what that changed
 * for the reader: where it led, which lines are gone and which are new.
 */
export async function told(office: Office, press: Press): Promise<string> {
  const [, address, form = ""] = press;
  const lines = [`# ${form} on ${masked(address, office.names)}`];
  for (const { typed, before, after } of await steps(office, press)) {
    lines.push(
      ...Object.entries(typed).map(
        ([name, value]) =>
          `${name} := ${value instanceof File ? value.name : masked(String(value), office.names)}`,
      ),
      `leads to ${masked(after.address, office.names)}${after.status === 200 ? "" : ` (${after.status})`}`,
      ...changes(before, after, office),
    );
  }
  return lines.join("\n");
}

/** The same as the pages that it goes by. */
export async function steps(
  office: Office,
  [visitor, address, form = "", ...values]: Press,
): Promise<Step[]> {
  const gone: Step[] = [];
  let before = await open(visitor, address);
  for (const typed of values.length > 0 ? values : [{}]) {
    const after = await send(visitor, before.address, filled(before, form, typed, office));
    gone.push({ before, form, typed, after });
    before = after;
  }
  return gone;
}

/** What is posted. @throws Error where the page has no such form or control, or does not offer that */
export function filled({ html, address }: Page, wanted: string, values: Values, { names }: Office) {
  const [action = "", ...others] = wanted.split(" ");
  const forms = formsIn(html).filter(
    (form) =>
      form.html.includes(`#${action}&quot;`) &&
      others.every((other) => masked(form.html, names).includes(other)),
  );
  const [form] = forms;
  if (!form) throw new Error(`no form ${wanted} on ${address}`);
  const data = form.post();
  for (const [name, value] of Object.entries(values))
    put(data, form, name, value === CODE ? codeAt(secretIn(html), new Date()) : value);
  return data;
}

/** What an app on a phone shows for the secret that stands on the page. */
export const CODE = "the code";

const secretIn = (html: string) => /[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}/.exec(html)?.[0] ?? "";

/** A control whose name ends in an id is named without it. */
function put(data: FormData, form: HtmlForm, wanted: string, value: string | boolean | File) {
  const control =
    form.controls.find(({ name }) => name === wanted) ??
    form.controls.find(({ name }) => name.startsWith(`${wanted}-`));
  const name = control?.name ?? wanted;
  const known = control || new RegExp(`name="${name}"`).test(form.html);
  if (!known) throw new Error(`no control ${wanted}: ${form.controls.map((one) => one.name).join()}`);
  if (control?.kind === "select" && !control.options.includes(String(value)) && value !== NOWHERE)
    throw new Error(`${name} does not offer ${value}: ${control.options.join()}`);
  if (value instanceof File) return data.set(name, value);
  if (value === false) data.delete(name);
  else data.set(name, value === true ? (control?.value ?? "") : value);
}

/** What a select does not offer, for what no page would send. */
export const NOWHERE = "nowhere";

export function changes(before: Page, after: Page, { names }: Office): string[] {
  const [old, now] = [before, after].map(({ html }) =>
    outline(html, names)
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
