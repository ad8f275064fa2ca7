// Stub of `next/server`: `after` is awaited.

const pending: Promise<unknown>[] = [];

export function after(work: () => unknown) {
  pending.push(Promise.resolve().then(work));
}

export const waitForAfter = () => Promise.all(pending.splice(0));
