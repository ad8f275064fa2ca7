import { type BrowserContext, expect } from "@playwright/test";
import { formClient } from "@/test/soak/form-client";
import { answersOf, type Enrollment } from "./answers";

/**
 * Posts step after step as a browser without JavaScript does, and draws none, for flows that are about what comes
 * later; the draft is that of the browser, as if it had walked. `walkTo` is the way of families.
 */
export async function hurryTo(context: BrowserContext, from: URL, to: string, enrollment: Enrollment) {
  const given = (await context.cookies(from.href)).map(({ name, value }): [string, string] => [name, value]);
  const client = formClient(from.origin, given);
  const answers = answersOf(enrollment);
  await client.open(from.pathname + from.search);
  while (client.step() !== to) {
    const step = client.step();
    const asked = client.controls().flatMap((name) => {
      const value = answers[name];
      const unticked = name === "student_same_address" && value === "";
      return value === undefined || unticked ? [] : [[name, value]];
    });
    expect(await client.post(Object.fromEntries(asked)), step).toBe(200);
    expect(client.step(), `what ${step} leads to`).not.toBe(step);
  }
  const secure = from.protocol === "https:";
  const kept = { url: from.origin, secure, httpOnly: true, sameSite: "Lax" as const };
  await context.addCookies(client.cookies().map(([name, value]) => ({ name, value, ...kept })));
}
