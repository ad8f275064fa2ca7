import { execFileSync } from "node:child_process";
import path from "node:path";

const OURS = "{lib,app,components,server,commands,tools,prisma,test}/**";

/** The tests beside the uncommitted changes, or else beside those of the last commit. */
export function findChangedTests(): string[] {
  const untracked = git("ls-files", "--others", "--exclude-standard");
  const edited = [...git("diff", "--name-only", "HEAD"), ...untracked];
  const changed = edited.length > 0 ? edited : git("diff", "--name-only", "HEAD~1");
  return [...new Set(changed.filter((file) => path.matchesGlob(file, OURS)).flatMap(findTests))];
}

/** A test file itself; the folder `test` has no neighbouring tests. */
function findTests(file: string): string[] {
  if (/\.test\.tsx?$/.test(file)) return [file];
  const folder = path.dirname(file);
  return /^test\/(support|runner)(\/|$)/.test(folder) ? [] : [`${folder}/`];
}

function git(...args: string[]): string[] {
  return execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);
}
