import { vi } from "vitest";

type InitialState = { environment: NodeJS.ProcessEnv; folder: string; atExit: Set<unknown> };

/**
 * A process runs many test files and loads packages once. Resets our modules and their global state for
 * each file.
 */
export function resetModules() {
  const globals = globalThis as { __matricula?: unknown; __begun?: InitialState };
  globals.__begun ??= {
    environment: { ...process.env },
    folder: process.cwd(),
    atExit: new Set(process.listeners("exit")),
  };
  const { environment, folder, atExit } = globals.__begun;
  for (const exitListener of process.listeners("exit").filter((listener) => !atExit.has(listener))) {
    process.removeListener("exit", exitListener);
    exitListener.call(process, 0); // as at the end of a process of its own: ends children that it left
  }
  delete globals.__matricula; // lib/platform/singleton.ts
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  process.chdir(folder);
  vi.useRealTimers();
  vi.resetModules();
}
