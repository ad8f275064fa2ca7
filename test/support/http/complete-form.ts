import { type Enrollment, toFormInput } from "@/e2e/support/answers";
import { createFormClient } from "@/test/soak/form-client";

/** The form has about twenty steps; more means a loop. */
const MAX_STEPS = 40;

/**
 * Completes the form without JavaScript.
 * @param onStep called after each response, with status and milliseconds
 * @param waitForRetry waits for Retry-After; otherwise only immediate retries
 * @returns the reference
 * @throws Error that names the failing step
 */
export async function completeForm(
  base: string,
  body: Enrollment,
  onStep: (step: string, status: number, ms: number) => unknown = () => {},
  waitForRetry?: (seconds: number) => Promise<void>,
): Promise<string> {
  const answers = toFormInput(body);
  const client = createFormClient(base);
  const send = async (step: string, request: () => Promise<number>) => {
    for (let next = request; ; next = client.retry) {
      const startedAt = performance.now();
      const status = await next();
      const seconds = client.getRetryAfter();
      if (status === 503 && seconds && waitForRetry) await waitForRetry(seconds);
      else {
        await onStep(step, status, performance.now() - startedAt);
        return status;
      }
    }
  };
  let status = await send("first page", () => client.open("/enroll/birth-date"));
  for (let steps = 0; steps < MAX_STEPS && client.step() !== "done"; steps++) {
    const step = client.step();
    if (status !== 200) throw new Error(`${status} on ${step}`);
    const names = client.controls().filter((name) => answers[name] !== undefined);
    const input = Object.fromEntries(names.map((name) => [name, answers[name] as string]));
    status = await send(step, () => client.post(input));
    if (client.step() === step) throw new Error(`${status}: still on ${step}`);
  }
  const [reference] = /\b[2-9A-Z]{8}\b/.exec(client.page().replace(/<(script|style).*?<\/\1>/gs, "")) ?? [];
  if (!reference) throw new Error(`No reference on ${client.step()}`);
  return reference;
}
