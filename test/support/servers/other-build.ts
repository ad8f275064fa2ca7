import { execFile } from "node:child_process";
import { cp, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { placeRelease } from "@/tools/release/place";
import { listSourceFiles } from "@/tools/release/source-files";

const IN_TEXT = /\.(js|json|html|rsc)$|^BUILD_ID$/;

/**
 * A copy of the build under another id. (A real second build takes half a minute more: `makeSecondBuild`.)
 */
export async function copyAsOtherBuild(folder: string): Promise<string> {
  await placeRelease(folder);
  const build = path.join(folder, ".next");
  const buildId = (await readFile(path.join(build, "BUILD_ID"), "utf8")).trim();
  const newId = [...buildId].reverse().join("");
  for (const entry of await readdir(build, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !IN_TEXT.test(entry.name) || entry.name === "made-from.json") continue;
    const file = path.join(entry.parentPath, entry.name);
    const text = await readFile(file, "utf8");
    if (text.includes(buildId)) await writeFile(file, text.replaceAll(buildId, newId));
  }
  await rename(path.join(build, "static", buildId), path.join(build, "static", newId));
  return folder;
}

/** A second `next build` of changed sources, like a newer version: other texts, scripts and ids. */
export async function makeSecondBuild(folder: string): Promise<string> {
  for (const name of listSourceFiles()) await cp(name, path.join(folder, name));
  await cp("generated", path.join(folder, "generated"), { recursive: true }); // as `npm ci` makes it
  const run = promisify(execFile);
  // Next refuses links out of the folder; links or copies files.
  const copied = ["-a", path.resolve("node_modules"), folder];
  await run("cp", ["-l", ...copied]).catch(() => run("cp", copied));
  for (const [file, from, to] of CHANGES) {
    const target = path.join(folder, file);
    const text = await readFile(target, "utf8");
    if (text.split(from).length !== 2) throw new Error(`${from} does not occur exactly once in ${file}`);
    await writeFile(target, text.replace(from, to));
  }
  await run(process.execPath, ["--import", "tsx", "server/build/build-command.ts"], { cwd: folder });
  return folder;
}

/** Changes of texts and client scripts. */
const CHANGES = [
  [
    "lib/i18n/messages/es.json",
    '"continue": "Continuar",\n    "sending"',
    '"continue": "Adelante",\n    "sending"',
  ],
  ["components/wizard/step/step-form.tsx", "noValidate", 'noValidate data-version="2"'],
] as const;
