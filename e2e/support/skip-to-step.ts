import { type BrowserContext, expect } from "@playwright/test";
import { createFormClient } from "@/test/soak/form-client";
import { type Enrollment, type FormInput, hasOptionalInput, toFormInput } from "./answers";
import { findSchoolByUrl } from "./servers/school";

const DRAFT = "matricula_draft";

/**
 * Opens a draft with everything before `to` answered, for flows about later pages. Posts the pages for
 * deployed servers, sandboxes and accounts.
 */
export async function skipToStep(context: BrowserContext, from: URL, to: string, enrollment: Enrollment) {
  const given = (await context.cookies(from.href)).map(({ name, value }): [string, string] => [name, value]);
  const secure = from.protocol === "https:";
  const kept = { url: from.origin, secure, httpOnly: true, sameSite: "Lax" as const };
  const keep = (cookies: [name: string, value: string][]) =>
    context.addCookies(cookies.map(([name, value]) => ({ name, value, ...kept })));
  const prepareDraft = findSchoolByUrl(from.origin)?.prepareDraft;
  if (prepareDraft && given.every(([name]) => name === DRAFT)) {
    const [, token] = given[0] ?? [];
    return keep([[DRAFT, await prepareDraft({ token, to, typed: ticked(toFormInput(enrollment)) })]]);
  }
  const client = createFormClient(from.origin, given);
  await client.open(from.pathname + from.search);
  await postUpToStep(client, to, enrollment);
  await keep(client.cookies());
}

/** Browsers do not post unchecked boxes. */
const ticked = ({ student_same_address: ticked, ...others }: FormInput): FormInput =>
  ticked ? { ...others, student_same_address: ticked } : others;

/** Posts pages until `to`, without a browser. */
async function postUpToStep(client: ReturnType<typeof createFormClient>, to: string, enrollment: Enrollment) {
  const answers = ticked(toFormInput(enrollment));
  while (client.step() !== to) {
    const step = client.step();
    const asked = client
      .controls()
      .flatMap((name) => (answers[name] === undefined ? [] : [[name, answers[name]]]));
    expect(await client.post(Object.fromEntries(asked)), step).toBe(200);
    expect(client.step(), `what ${step} leads to`).not.toBe(step);
  }
  if (to !== "check" || !hasOptionalInput(answers)) return;
  await client.open("/enroll/student-more?from=check");
  const asked = client.controls().map((name): [string, string] => [name, answers[name] ?? ""]);
  expect(await client.post(Object.fromEntries(asked))).toBe(200);
}
