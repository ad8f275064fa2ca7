const everywhere = globalThis as { __matricula?: Map<string, unknown> };
everywhere.__matricula ??= new Map();
/** Taken once: what a test file left running keeps to its own, and never reaches the next file's (test/fresh.ts). */
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
