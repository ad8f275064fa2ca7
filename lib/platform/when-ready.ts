/** A value, or the promise of one. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Goes on with a value at once, or with a promise when it has been kept. A read finds everything at
 * hand; to `await` it nevertheless would cost it a dozen turns of the event loop's queue.
 */
export function thenSync<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** `try` and `catch` for what may be a promise. */
export function trySync<T>(
  run: () => MaybePromise<T>,
  recover: (error: unknown) => MaybePromise<T>,
): MaybePromise<T> {
  try {
    const value = run();
    return value instanceof Promise ? value.catch(recover) : value;
  } catch (error) {
    return recover(error);
  }
}
