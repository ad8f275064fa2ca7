import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { stopChildren } from "./child-processes";

/** A folder of this test file (mode 0700). After the file its processes are stopped and the folder is deleted. */
export async function createTestFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "matricula-test-"));
  afterAll(async () => {
    await stopChildren();
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}
