// Stub of `next/server`: `after` is awaited.

const pending: Promise<unknown>[] = [];

export function after(task: () => unknown) {
  pending.push(Promise.resolve().then(task));
}

export const waitForAfter = () => Promise.all(pending.splice(0));
