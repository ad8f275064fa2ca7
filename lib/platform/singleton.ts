const everywhere = globalThis as { __matricula?: Map<string, unknown> };
everywhere.__matricula ??= new Map();
/** Read once, so that code left running by one test file never reaches the next file's map (test/runner/reset-modules.ts). */
const instances = everywhere.__matricula;

/**
 * One instance per process. `server.ts` and Next's bundle load `lib` separately, so a module variable would
 * exist twice; pool, listener and limits are kept here instead. A rejected promise is removed, so that the
 * next caller retries.
 */
export function singleton<T>(name: string, create: () => T): T {
  const known = instances.get(name);
  if (known !== undefined) return known as T;

  const created = create();
  instances.set(name, created);
  if (created instanceof Promise) created.catch(() => instances.delete(name));
  return created;
}

/** The instance if it exists, for example to close it without opening it first. */
export function findSingleton<T>(name: string): T | undefined {
  return instances.get(name) as T | undefined;
}
/** Caches the results of `make` for at most `bound` texts, then clears the cache, so that strangers cannot fill the memory. */
export function memoize<T>(bound: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as T;
    const made = make(text);
    if (known.size >= bound) known.clear();
    known.set(text, made);
    return made;
  };
}
