import { readFile } from "node:fs/promises";
import { getPublicUrl } from "@/lib/school/settings";

/** Written by tools/client/build-packages.ts. */
const FOLDER = ".next/packages";

export async function getPackageUrl(name: "typescript" | "playwright"): Promise<string> {
  const manifest = JSON.parse(await readFile(`clients/${name}/package.json`, "utf8"));
  return `${getPublicUrl()}/docs/packages/${manifest.name}-${manifest.version}.tgz`;
}

/** Undefined if this build has none of that name. */
export async function readPackage(file: string): Promise<Buffer<ArrayBuffer> | undefined> {
  if (!/^matricula-[a-z]+-\d+\.\d+\.\d+\.tgz$/.test(file)) return;
  return readFile(`${FOLDER}/${file}`).catch((error) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
}
