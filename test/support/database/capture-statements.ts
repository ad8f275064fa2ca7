import pg from "pg";
import { vi } from "vitest";

/** The texts of the statements that `work` sends to PostgreSQL, in order. */
export async function captureStatements(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const query = vi.spyOn(pg.Client.prototype, "query"); // looks on; the statements go where they always go
  await work();
  for (const [statement] of query.mock.calls as unknown as [string | { text: string }][]) {
    const text = typeof statement === "string" ? statement : statement.text;
    // The listener's look each second, and what each new session asks first, are nobody's work.
    if (!/change_versions|pg_is_in_recovery/.test(text)) texts.push(text);
  }
  query.mockRestore();
  return texts;
}
