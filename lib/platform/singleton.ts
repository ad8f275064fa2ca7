const globals = globalThis as { __matricula?: Map<string, unknown> };
globals.__matricula ??= new Map();
/** Read once, so that code left running by one test file never reaches the next file's map (test/runner/reset-modules.ts). */
const instances = globals.__matricula;

/**
 * `server.ts` and Next's bundle load `lib` separately, so a module variable would exist twice. A rejected
 * promise is removed, so that the next caller retries.
 */
export function singleton<T>(name: string, create: () => T): T {
  const existing = instances.get(name);
  if (existing !== undefined) return existing as T;

  const created = create();
  instances.set(name, created);
  if (created instanceof Promise) created.catch(() => instances.delete(name));
  return created;
}

export function findSingleton<T>(name: string): T | undefined {
  return instances.get(name) as T | undefined;
}
/** At most `maxSize` results, then none, so that strangers cannot fill the memory. */
export function memoize<T>(maxSize: number, create: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    const cached = results.get(text);
    if (cached !== undefined || results.has(text)) return cached as T;
    const result = create(text);
    if (results.size >= maxSize) results.clear();
    results.set(text, result);
    return result;
  };
}
