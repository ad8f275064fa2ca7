/**
 * One instance a process. `server.ts` and Next's bundle each load `lib` for themselves, so a
 * module's own variable would exist twice; what must be one (pool, listener, limits) is kept here.
 */
export function singleton<T>(name: string, create: () => T): T {
  const store = globalThis as { __matricula?: Map<string, unknown> };
  store.__matricula ??= new Map();
  if (!store.__matricula.has(name)) store.__matricula.set(name, create());
  return store.__matricula.get(name) as T;
}
