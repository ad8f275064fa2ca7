import { type BrowserContext, expect } from "@playwright/test";
import { createFormClient } from "@/test/soak/form-client";
import { type Enrollment, type FormInput, hasOptionalInput, toFormInput } from "./answers";
import { findSchoolByUrl } from "./servers/school";

const DRAFT = "matricula_draft";

/**
 * Opens a draft with everything before `target` answered, for tests of later pages. Posts the pages for
 * deployed servers, sandboxes and accounts.
 */
export async function skipToStep(context: BrowserContext, from: URL, target: string, enrollment: Enrollment) {
  const current = (await context.cookies(from.href)).map(({ name, value }): [string, string] => [
    name,
    value,
  ]);
  const secure = from.protocol === "https:";
  const options = { url: from.origin, secure, httpOnly: true, sameSite: "Lax" as const };
  const setCookies = (cookies: [name: string, value: string][]) =>
    context.addCookies(cookies.map(([name, value]) => ({ name, value, ...options })));
  const prepareDraft = findSchoolByUrl(from.origin)?.prepareDraft;
  if (prepareDraft && current.every(([name]) => name === DRAFT)) {
    const [, token] = current[0] ?? [];
    return setCookies([
      [DRAFT, await prepareDraft({ token, target, answers: omitUnchecked(toFormInput(enrollment)) })],
    ]);
  }
  const client = createFormClient(from.origin, current);
  await client.open(from.pathname + from.search);
  await postUpToStep(client, target, enrollment);
  await setCookies(client.cookies());
}

/** Browsers do not post unchecked boxes. */
const omitUnchecked = ({ student_same_address, ...others }: FormInput): FormInput =>
  student_same_address ? { ...others, student_same_address } : others;

/** Posts pages until `target`, without a browser. */
async function postUpToStep(
  client: ReturnType<typeof createFormClient>,
  target: string,
  enrollment: Enrollment,
) {
  const answers = omitUnchecked(toFormInput(enrollment));
  while (client.step() !== target) {
    const step = client.step();
    const fields = client
      .controls()
      .flatMap((name) => (answers[name] === undefined ? [] : [[name, answers[name]]]));
    expect(await client.post(Object.fromEntries(fields)), step).toBe(200);
    expect(client.step(), `what ${step} leads to`).not.toBe(step);
  }
  if (target !== "check" || !hasOptionalInput(answers)) return;
  await client.open("/enroll/student-more?from=check");
  const fields = client.controls().map((name): [string, string] => [name, answers[name] ?? ""]);
  expect(await client.post(Object.fromEntries(fields))).toBe(200);
}
