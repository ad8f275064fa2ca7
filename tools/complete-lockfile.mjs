// A registry mirror may lack the packages of platforms that nobody there uses. npm then leaves them
// out of package-lock.json, and `npm ci` calls the lock incomplete on every machine. This adds an
// entry for each: the version is pinned by the package that wants it, the platform is in its name.
// Run it after a change of dependencies: node tools/complete-lockfile.mjs
// Hashes that an entry lacks are asked of the registry; which are not to be had there is said, with
// exit code 1: run it once more where the whole registry is in reach, before a release.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const SYSTEMS = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const PROCESSORS = [
  "arm64",
  "arm",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
];

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const added = [];

for (const [place, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (isLocked(place, name)) continue;
    const entry = { version, ...(dev && { dev }), optional: true, ...platformOf(name) };
    lock.packages[`node_modules/${name}`] = entry;
    added.push(`${name}@${version}`);
  }
}

const hashed = [];
const unhashed = [];
for (const [place, entry] of Object.entries(lock.packages)) {
  if (place === "" || entry.link || entry.integrity) continue;
  const name = `${place.slice(place.lastIndexOf("node_modules/") + 13)}@${entry.version}`;
  const integrity = await hashOf(name);
  if (integrity) entry.integrity = integrity;
  (integrity ? hashed : unhashed).push(name);
}

const inOrder = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
lock.packages = Object.fromEntries(inOrder);
if (added.length + hashed.length > 0)
  writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
for (const [what, names] of Object.entries({
  Added: added,
  "Hash added": hashed,
  "No hash here for": unhashed,
})) {
  if (names.length > 0) console.log(`${what}:\n  ${names.join("\n  ")}`);
}
if (unhashed.length > 0) process.exitCode = 1;
else console.log("package-lock.json is complete.");

/** What the registry says; undefined where it has no such package. */
function hashOf(name) {
  return new Promise((resolve) => {
    execFile("npm", ["view", name, "dist.integrity"], (failure, stdout) =>
      resolve(failure ? undefined : stdout.trim() || undefined),
    );
  });
}

/** Looks where Node would: beside the package that wants it, then in each folder above. */
function isLocked(place, name) {
  for (let at = place; ; at = at.slice(0, at.lastIndexOf("node_modules/")).replace(/\/$/, "")) {
    if (lock.packages[at ? `${at}/node_modules/${name}` : `node_modules/${name}`]) return true;
    if (at === "") return false;
  }
}

function platformOf(name) {
  const words = name.replace("windows", "win32").split(/[-/]/);
  const find = (known) =>
    known.filter((word) =>
      words.some((part) => part === word || part === `${word}eabihf` || part === `${word}eabi`),
    );
  const libc = words.some((word) => word.startsWith("musl"))
    ? ["musl"]
    : words.some((word) => word.startsWith("gnu"))
      ? ["glibc"]
      : undefined;
  const [os, cpu] = [find(SYSTEMS), find(PROCESSORS)];
  return { ...(libc && { libc }), ...(cpu.length > 0 && { cpu }), ...(os.length > 0 && { os }) };
}
