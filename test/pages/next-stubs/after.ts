// In the place of `next/server`: what is done once the answer has gone is awaited by whoever reads the answer.

const pending: Promise<unknown>[] = [];

export function after(work: () => unknown) {
  pending.push(Promise.resolve().then(work));
}

export const waitForAfter = () => Promise.all(pending.splice(0));
