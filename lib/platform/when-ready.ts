/** A value, or the promise of one. */
export type Ready<T> = T | Promise<T>;

/**
 * Goes on with a value at once, or with a promise when it has been kept. A read finds everything at
 * hand; to `await` it nevertheless would cost it a dozen turns of the event loop's queue.
 */
export function whenReady<T, U>(value: Ready<T>, next: (value: T) => Ready<U>): Ready<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** `try` and `catch` for what may be a promise. */
export function attempt<T>(run: () => Ready<T>, recover: (error: unknown) => Ready<T>): Ready<T> {
  try {
    const value = run();
    return value instanceof Promise ? value.catch(recover) : value;
  } catch (error) {
    return recover(error);
  }
}
