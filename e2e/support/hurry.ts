import { type BrowserContext, expect } from "@playwright/test";
import { formClient } from "@/test/soak/form-client";
import { answersOf, type Enrollment, saysMore, type Typed } from "./answers";
import { schoolAt } from "./school";

const DRAFT = "matricula_draft";

/**
 * Opens a draft in the browser with everything answered before `to`, as if it had walked there, for flows that are
 * about what comes later; `walkTo` is the way of families. Beside a deployed server, in a sandbox and in an account
 * the pages are posted, as a browser without JavaScript does.
 */
export async function hurryTo(context: BrowserContext, from: URL, to: string, enrollment: Enrollment) {
  const given = (await context.cookies(from.href)).map(({ name, value }): [string, string] => [name, value]);
  const secure = from.protocol === "https:";
  const kept = { url: from.origin, secure, httpOnly: true, sameSite: "Lax" as const };
  const keep = (cookies: [name: string, value: string][]) =>
    context.addCookies(cookies.map(([name, value]) => ({ name, value, ...kept })));
  const prepareDraft = schoolAt(from.origin)?.prepareDraft;
  if (prepareDraft && given.every(([name]) => name === DRAFT)) {
    const [, token] = given[0] ?? [];
    return keep([[DRAFT, await prepareDraft({ token, to, typed: ticked(answersOf(enrollment)) })]]);
  }
  const client = formClient(from.origin, given);
  await client.open(from.pathname + from.search);
  await postTo(client, to, enrollment);
  await keep(client.cookies());
}

/** A box that is not ticked is not posted. */
const ticked = ({ student_same_address: ticked, ...others }: Typed): Typed =>
  ticked ? { ...others, student_same_address: ticked } : others;

/** Answers page after page until the one named is reached, without any browser. */
export async function postTo(client: ReturnType<typeof formClient>, to: string, enrollment: Enrollment) {
  const answers = ticked(answersOf(enrollment));
  while (client.step() !== to) {
    const step = client.step();
    const asked = client
      .controls()
      .flatMap((name) => (answers[name] === undefined ? [] : [[name, answers[name]]]));
    expect(await client.post(Object.fromEntries(asked)), step).toBe(200);
    expect(client.step(), `what ${step} leads to`).not.toBe(step);
  }
  if (to !== "check" || !saysMore(answers)) return;
  await client.open("/enroll/student-more?from=check");
  const asked = client.controls().map((name): [string, string] => [name, answers[name] ?? ""]);
  expect(await client.post(Object.fromEntries(asked))).toBe(200);
}
