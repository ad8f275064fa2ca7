// A registry mirror may lack the packages of platforms that nobody there uses. npm then leaves them
// out of package-lock.json, and `npm ci` calls the lock incomplete on every machine. This adds an
// entry for each: the version is pinned by the package that wants it, the platform is in its name.
// Run it after a change of dependencies: node tools/complete-lockfile.mjs
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

const inOrder = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
lock.packages = Object.fromEntries(inOrder);
if (added.length > 0) writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length > 0 ? `Added:\n  ${added.join("\n  ")}` : "package-lock.json is complete.");

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
