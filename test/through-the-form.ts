import { answersOf, type Enrollment } from "@/e2e/support/answers";
import { formClient } from "./soak/form-client";

/** A form has some twenty steps; who is asked more often than this gets nowhere. */
const MOST_STEPS = 40;

/**
 * A family without JavaScript through the whole form, by what each page asks.
 *
 * @param between done after each answer, with the step's status and milliseconds
 * @returns the reference that the last page shows
 * @throws Error that names the step on which it did not get further
 */
export async function throughTheForm(
  base: string,
  body: Enrollment,
  between: (step: string, status: number, ms: number) => unknown = () => {},
): Promise<string> {
  const answers = answersOf(body);
  const client = formClient(base);
  let started = performance.now();
  let status = await client.open("/enroll/birth-date");
  await between("first page", status, performance.now() - started);
  for (let steps = 0; steps < MOST_STEPS && client.step() !== "done"; steps++) {
    const step = client.step();
    if (status !== 200) throw new Error(`${status} on ${step}`);
    const asked = client.controls().filter((name) => answers[name] !== undefined);
    started = performance.now();
    status = await client.post(Object.fromEntries(asked.map((name) => [name, answers[name] as string])));
    await between(step, status, performance.now() - started);
    if (client.step() === step) throw new Error(`${status}: still on ${step}`);
  }
  const [reference] = /\b[2-9A-Z]{8}\b/.exec(client.page().replace(/<(script|style).*?<\/\1>/gs, "")) ?? [];
  if (!reference) throw new Error(`No reference on ${client.step()}`);
  return reference;
}
