import { readFileSync } from "node:fs";
import path from "node:path";

type Manifest = {
  /** Server actions by id. */
  node: Record<string, { exportedName: string; workers: Record<string, unknown> }>;
  encryptionKey: string;
};

/** The server actions of a build. */
export function readActionManifest(folder = "."): Manifest {
  const file = path.join(folder, ".next/server/server-reference-manifest.json");
  return JSON.parse(readFileSync(file, "utf8"));
}
