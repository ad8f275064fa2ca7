import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { refusedStart } from "./matricula";

const dataDir = path.join(tmpdir(), "matricula-never-made");

test.each([
  [
    "a database of one's own without Resend",
    { DATABASE_URL: "postgresql://x@127.0.0.1:1/x" },
    "RESEND_API_KEY is missing",
  ],
  [
    "a database that is no PostgreSQL",
    { DATABASE_URL: "mysql://x" },
    "DATABASE_URL must begin with postgresql://",
  ],
  ["a port that is none", { PORT: "seventy" }, "PORT"],
  ["a pool of one", { DATABASE_POOL_SIZE: "1" }, "DATABASE_POOL_SIZE"],
])("a start refuses %s, in words and with exit code 1", async (_, env, words) => {
  const { code, printed } = await refusedStart({ dataDir, env });
  expect(printed).toContain(words);
  expect(printed).not.toContain("    at ");
  expect([code, existsSync(dataDir)]).toEqual([1, false]);
});
