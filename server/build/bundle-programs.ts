import { existsSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { BuildOptions } from "esbuild";

/** Where tools/sources.mjs looks for programs when there is no tsx. */
const FOLDER = ".next/run";

/** The programs that npm's scripts start, and those that they start themselves. */
const PROGRAMS = [
  "server/start.ts",
  "server/cluster/serving-process.ts",
  "server/read-file.ts",
  "server/worker.ts",
  "server/doctor/doctor.ts",
];

/**
 * Compiles the server and the commands, so that they run without the developers' packages.
 * @param also other programs' files: those of the tests
 * @param options what they note while they run
 */
export async function bundlePrograms(
  folder = FOLDER,
  also: string[] = [],
  options: Pick<BuildOptions, "plugins" | "inject"> = {},
): Promise<void> {
  const { build } = await import("esbuild");
  const commands = (await readdir("commands")).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await build({
    entryPoints: [...PROGRAMS, ...also, ...commands.map((name) => path.join("commands", name))],
    outbase: ".",
    outdir: fresh,
    absWorkingDir: process.cwd(), // esbuild's own is where the process was when it was read
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    target: "node24",
    format: "esm",
    outExtension: { ".js": ".mjs" }, // Next says of its folder that .js is CommonJS
    sourcemap: true,
    sourcesContent: false,
    logLevel: "error",
    ...options,
  });
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
}

/** Whether the packages that build are installed: `npm ci --omit=dev` leaves them out. */
export const canBuild = () => existsSync("node_modules/tsx");
