import { chmodSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { packagedChromium } from "./ensure-browser";

afterEach(() => vi.unstubAllEnvs());

test.runIf(process.platform === "linux" && process.arch === "x64")(
  "uses the browser in the project's cache, never one in the system's temporary folder",
  async () => {
    const shared = await mkdtemp(path.join(tmpdir(), "matricula-shared-"));
    const plantedBrowser = path.join(shared, "chromium");
    writeFileSync(plantedBrowser, "#!/bin/sh\n");
    chmodSync(plantedBrowser, 0o755);
    vi.stubEnv("TMPDIR", shared);

    const found = await packagedChromium();
    expect(path.relative(path.resolve("node_modules/.cache"), found as string)).toMatch(
      /^matricula\/chromium-/,
    );
    expect(statSync(found as string).size).toBeGreaterThan(100_000_000);
    await rm(shared, { recursive: true });
  },
);
