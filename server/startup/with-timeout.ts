export async function withTimeout(milliseconds: number, task: Promise<unknown>): Promise<void> {
  const { promise: timeout, resolve: expire } = Promise.withResolvers<void>();
  const timer = setTimeout(expire, milliseconds);
  await Promise.race([task, timeout]).finally(() => clearTimeout(timer));
}
