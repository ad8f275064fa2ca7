const everywhere = globalThis as { __matricula?: Map<string, unknown> };
everywhere.__matricula ??= new Map();
/** Taken once: what a test file left running keeps to its own, and never reaches the next file's (test/runner/reset-modules.ts). */
const instances = everywhere.__matricula;

/**
 * One instance a process; a promise that fails is forgotten, so that the next caller tries again.
 * `server.ts` and Next's bundle each load `lib` for themselves, so a module's own variable would exist
 * twice; what must be one (pool, listener, limits) is kept here.
 */
export function singleton<T>(name: string, create: () => T): T {
  const known = instances.get(name);
  if (known !== undefined) return known as T;

  const created = create();
  instances.set(name, created);
  if (created instanceof Promise) created.catch(() => instances.delete(name));
  return created;
}

/** The instance if there is one yet: for closing what was opened, without opening it for that. */
export function findSingleton<T>(name: string): T | undefined {
  return instances.get(name) as T | undefined;
}
/**
 * Remembers what a text was made into, for texts of strangers that are few and come again and again; past
 * `bound` of them it begins anew, so that nobody can fill the memory.
 */
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
