import { existsSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { BuildOptions } from "esbuild";

/** tools/sources.mjs looks here when tsx is not installed. */
const FOLDER = ".next/run";

const PROGRAMS = [
  "server/start.ts",
  "server/cluster/serving-process.ts",
  "server/read-file.ts",
  "server/worker.ts",
];

/** Compiles server and commands, to run without development packages. @param extraPrograms those of tests */
export async function bundlePrograms(
  folder = FOLDER,
  extraPrograms: string[] = [],
  options: Pick<BuildOptions, "plugins" | "inject"> = {},
): Promise<void> {
  const { build } = await import("esbuild");
  const commands = (await readdir("commands")).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const newFolder = `${folder}.new`;
  await rm(newFolder, { recursive: true, force: true });
  await build({
    entryPoints: [...PROGRAMS, ...extraPrograms, ...commands.map((name) => path.join("commands", name))],
    outbase: ".",
    outdir: newFolder,
    absWorkingDir: process.cwd(), // esbuild's default is the initial working directory
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    target: "node24",
    format: "esm",
    outExtension: { ".js": ".mjs" }, // Next's folder declares .js as CommonJS
    sourcemap: true,
    sourcesContent: false,
    logLevel: "error",
    ...options,
  });
  await rm(folder, { recursive: true, force: true });
  await rename(newFolder, folder);
}

/** False after `npm ci --omit=dev`. */
export const canBuild = () => existsSync("node_modules/tsx");
