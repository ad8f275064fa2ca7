import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { getBiome } from "@/tools/checks/biome";

it("lint refuses a server action inside another function, whose variables a browser could read", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "actions-"));
  const rule = path.resolve("tools/checks/no-inline-actions.grit");
  await writeFile(path.join(folder, "biome.json"), JSON.stringify({ plugins: [rule] }));
  const action = (name: string) => `${name}() {\n  "use server";\n}\n`;
  await writeFile(
    path.join(folder, "page.tsx"),
    `${action("async function act")}export const a = async () => {\n  'use server';\n};\n`,
  );
  await writeFile(path.join(folder, "actions.ts"), '"use server";\nexport async function act() {}\n');
  const lint = ["lint", "--reporter=github", "."];
  const { stdout } = spawnSync(await getBiome(), lint, {
    cwd: folder,
    encoding: "utf8",
  });
  await rm(folder, { recursive: true });
  expect(
    [...stdout.matchAll(/title=plugin,file=([^,]+),line=(\d+)/g)].map(
      ([, file, line]) => `${path.basename(String(file))}:${line}`,
    ),
  ).toEqual(["page.tsx:2", "page.tsx:5"]);
  expect(JSON.parse(await readFile("biome.json", "utf8")).plugins).toContain(
    "./tools/checks/no-inline-actions.grit",
  );
});
