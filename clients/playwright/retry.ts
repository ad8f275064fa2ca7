/** So often something is asked for until a busy server serves it, and so long at most in between. */
const TRIES = 6;
const LONGEST_MS = 10_000;

/**
 * Asks until the answer is another than 503, waiting in between as `Retry-After` says; six times at most. Gives the
 * last answer.
 */
export async function retryWhileBusy<A>(
  send: () => Promise<A>,
  busy: (answer: A) => Promise<string | null | false> | string | null | false,
): Promise<A> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send();
    const asked = await busy(answer);
    if (asked === false || attempt >= TRIES) return answer;
    await new Promise((resolve) =>
      setTimeout(resolve, Math.min(Number(asked ?? 1) * 1000 || 1000, LONGEST_MS)),
    );
  }
}
