import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { runTar } from "@/lib/platform/database/backup";
import packageJson from "@/package.json" with { type: "json" };
import { buildIfStale } from "@/server/build/build";
import { placeRelease } from "./place";
import { listFiles } from "./source-files";

// npm run release: an archive with everything to run the service on this platform, including Node; with checksum and
// SBOM. Start after unpacking: node_modules/.bin/node --run start

const FOLDER = "release";
const UNPACKED = path.join(FOLDER, "matricula");
const MAX_MEGABYTES = 350;

await buildIfStale(console.log);
await rm(FOLDER, { recursive: true, force: true });
const packages = await placeRelease(UNPACKED);

const megabytes = listFiles(UNPACKED).reduce((sum, file) => sum + lstatSync(file).size, 0) / 1e6;
if (megabytes > MAX_MEGABYTES)
  throw new Error(`${Math.ceil(megabytes)} MB: a release has ${MAX_MEGABYTES} at most.`);
const buildId = readFileSync(".next/BUILD_ID", "utf8").slice(0, 8);
const archive = `matricula-${packageJson.version}-${buildId}-${process.platform}-${process.arch}.tar.gz`;
await runTar(["-czf", path.join(FOLDER, archive), "-C", FOLDER, "matricula"]);
await writeFile(path.join(FOLDER, `${archive}.cdx.json`), createBom(packages));
const checksum = createHash("sha256")
  .update(readFileSync(path.join(FOLDER, archive)))
  .digest("hex");
await writeFile(path.join(FOLDER, `${archive}.sha256`), `${checksum}  ${archive}\n`);
console.log(`${path.join(FOLDER, archive)}: ${Math.ceil(megabytes)} MB unpacked`);

/** The SBOM (CycloneDX) of the packages in the archive, from the lock file. */
function createBom(folders: Set<string>): string {
  const npm = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
  const bom = JSON.parse(execFileSync("npm", npm, { encoding: "utf8", maxBuffer: 1e8 })) as Bom;
  const refs = new Set([...folders].map(getRef));
  const components = bom.components.filter((component) => refs.has(component["bom-ref"]));
  if (components.length !== refs.size) throw new Error("A package of the release is not the lockfile's.");
  const included = new Set([bom.metadata.component["bom-ref"], ...refs]);
  const dependencies = bom.dependencies
    .filter(({ ref }) => included.has(ref))
    .map((entry) => ({ ...entry, dependsOn: entry.dependsOn?.filter((ref) => included.has(ref)) }));
  const { node: version } = process.versions;
  const node = {
    "bom-ref": `node@${version}`,
    type: "application",
    name: "node",
    version,
    purl: `pkg:generic/node@${version}`,
  };
  return `${JSON.stringify({ ...bom, components: [...components, node], dependencies }, null, 2)}\n`;
}

function getRef(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return `${name}@${version}`;
}

type Bom = {
  metadata: { component: { "bom-ref": string } };
  components: { "bom-ref": string }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};
