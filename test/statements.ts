import pg from "pg";
import { vi } from "vitest";

/** The texts of the statements that `work` sends to PostgreSQL, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const query = vi.spyOn(pg.Client.prototype, "query"); // looks on; the statements go where they always go
  await work();
  for (const [statement] of query.mock.calls as unknown as [string | { text: string }][]) {
    const text = typeof statement === "string" ? statement : statement.text;
    if (!text.includes("change_versions")) texts.push(text); // the listener's look each second
  }
  query.mockRestore();
  return texts;
}
