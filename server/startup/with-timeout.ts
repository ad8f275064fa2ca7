/** Resolves when the work is done or the time is over. */
export async function withTimeout(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<void>();
  const timer = setTimeout(giveUp, milliseconds);
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
