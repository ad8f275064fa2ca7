import pg from "pg";
import { vi } from "vitest";

/** SQL texts sent by the task, in order. */
export async function captureStatements(task: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const query = vi.spyOn(pg.Client.prototype, "query"); // a spy only: the statements run
  await task();
  for (const [statement] of query.mock.calls as unknown as [string | { text: string }][]) {
    const text = typeof statement === "string" ? statement : statement.text;
    // Ignores polling and session set-up.
    if (!/change_versions|pg_is_in_recovery/.test(text)) texts.push(text);
  }
  query.mockRestore();
  return texts;
}
