import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Peer, startPeer } from "./peer";

/** Opens a school with the sources in which it runs, and keeps it until nobody listens. */
const SCHOOL = `
import { openSchool } from "./bench/school.ts";
const { key, url, close } = await openSchool();
process.once("disconnect", () => close().then(() => process.exit()));
process.send({ key, url });`;

/**
 * The API as a commit had it, with a PostgreSQL of its own, as that commit's migrations make it, and the packages of
 * today.
 */
export async function startBefore(commit: string): Promise<{ peer: Peer; close: () => Promise<void> }> {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), "matricula-before-")), "sources");
  execFileSync("git", ["worktree", "add", "--detach", folder, commit], { stdio: "ignore" });
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  execFileSync(process.execPath, ["tools/generate-client.mjs"], { cwd: folder, stdio: "ignore" });
  const args = ["--import", "tsx", "--input-type=module", "--eval", SCHOOL];
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ key, url }] = await once(child, "message");
  const peer = await startPeer(`Matrícula at ${commit}`, "ours", { DATABASE_URL: url }, { folder });
  return {
    peer: { ...peer, key },
    close: async () => {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
      execFileSync("git", ["worktree", "remove", "--force", folder]);
      await rm(path.dirname(folder), { recursive: true, force: true });
    },
  };
}
