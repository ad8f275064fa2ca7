import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { contract } from "@/app/api/v1/contract";
import { createOpenApiDocument } from "@/lib/api/openapi";
import { runMain } from "@/server/run-main";
import { generateTypes } from "./client-types";

const [folder = ".next/packages"] = process.argv.slice(2);
const execute = promisify(execFile);

// Builds the packages that the server offers for download. Each has no dependencies (except Playwright as a peer),
// and builds are reproducible.
await runMain(async () => {
  const newFolder = path.resolve(`${folder}.new`);
  await rm(newFolder, { recursive: true, force: true });
  for (const name of ["typescript", "playwright"]) await buildPackage(path.join("clients", name), newFolder);
  await rm(folder, { recursive: true, force: true });
  await rename(newFolder, folder);
});

async function buildPackage(source: string, destination: string) {
  const { scripts: _, devDependencies: __, ...manifest } = await readManifest(source);
  const target = path.join(destination, manifest.name);
  await mkdir(target, { recursive: true });
  for (const name of await readdir(source)) {
    if (/^README\.md$|^tsconfig\.json$|(?<!\.spec|\.d|example)\.ts$/.test(name))
      await cp(path.join(source, name), path.join(target, name));
  }
  if (source.endsWith("typescript"))
    await writeFile(path.join(target, "schema.d.ts"), `${generateTypes(createOpenApiDocument(contract))}\n`);
  await writeFile(path.join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const name of manifest.bundleDependencies ?? [])
    await cp(path.join("node_modules", name), path.join(target, "node_modules", name), { recursive: true });
  await execute(process.execPath, ["node_modules/typescript/bin/tsc", "-p", target]);
  await execute("npm", ["pack", "--silent", "--offline", "--pack-destination", destination], { cwd: target });
  await rm(target, { recursive: true });
}

async function readManifest(source: string): Promise<Record<string, unknown> & Manifest> {
  return JSON.parse(await readFile(path.join(source, "package.json"), "utf8"));
}

type Manifest = { name: string; bundleDependencies?: string[] };
