import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import packageJson from "@/package.json" with { type: "json" };
import pinnedNode from "@/tools/pinned-node/package.json" with { type: "json" };

type Package = {
  version: string;
  integrity?: string;
  resolved?: string;
  os?: string | string[];
  cpu?: string | string[];
  engines?: { node?: string };
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
};

const packages = lockedPackages("package-lock.json");

function lockedPackages(file: string) {
  const { "": _project, ...locked } = JSON.parse(readFileSync(file, "utf8")).packages;
  return locked as Record<string, Package>;
}

// npm omits packages of other platforms that the registry lacks, or their hash: another machine then installs
// unchecked packages, or `npm ci` fails. Use the version before: `npm view NAME@VERSION dist.integrity`.
test("every platform installs exactly the locked packages", () => {
  const browser = lockedPackages("tools/browser/package-lock.json");
  const linter = lockedPackages("tools/checks/biome/package-lock.json");
  const installed = Object.entries({ ...browser, ...linter, ...packages }).filter(
    ([packagePath]) => !OURS.includes(packagePath),
  );
  const unhashed = installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
  expect(unhashed.map(([packagePath, { version }]) => `${packagePath}@${version}`)).toEqual([]);

  const registries = installed.flatMap(([, { resolved }]) => (resolved ? new URL(resolved).host : []));
  expect(registries.filter((host) => host !== "registry.npmjs.org")).toEqual([]);
});

test("no platform's package is left out of the lock", () => {
  const optional = Object.entries(packages).flatMap(([packagePath, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ place: packagePath, name })),
  );
  expect(optional.filter(({ place: packagePath, name }) => !isLocked(packagePath, name))).toEqual([]);
  expect(optional.length).toBeGreaterThan(100);
});

test("npm ci installs the pinned Node of every platform, by its hash and without an install script", () => {
  expect(packages["tools/pinned-node"]?.engines).toEqual(pinnedNode.engines);
  const tooOld = /major < (\d+) \|\| \(major === \1 && minor < (\d+)\)/.exec(
    readFileSync("tools/sources.mjs", "utf8"),
  );
  expect(pinnedNode.engines.node).toBe(`<${tooOld?.[1]}.${tooOld?.[2]}`);

  const runtimes = Object.entries(pinnedNode.optionalDependencies).map(([name, version]) => {
    const locked = packages[`node_modules/${name}`] as Package;
    expect([name, locked.version, locked.hasInstallScript]).toEqual([name, version, undefined]);
    const [major = 0, minor = 0] = version.split(".").map(Number);
    expect(major * 1000 + minor).toBeGreaterThanOrEqual(24_008);
    return `${locked.os} ${locked.cpu}`;
  });
  expect(runtimes.sort()).toEqual(["darwin arm64", "darwin x64", "linux arm64", "linux x64"]);
});

// npm ci asks about undecided ones; false means that the package works without its script.
test("no install script waits for an approval, on any platform", () => {
  const names = Object.entries(packages).flatMap(([packagePath, { hasInstallScript }]) =>
    hasInstallScript
      ? [packagePath.slice(packagePath.lastIndexOf("node_modules/") + "node_modules/".length)]
      : [],
  );
  expect(Object.keys(packageJson.allowScripts).sort()).toEqual([...new Set(names)].sort());
});

/** Packages of this repository. */
const OURS = ["tools/pinned-node", "node_modules/pinned-node"];

/** Node's module resolution: the package's folder, then its parents. */
function isLocked(packagePath: string, name: string): boolean {
  if (packages[`${packagePath}/node_modules/${name}`]) return true;
  const parentEnd = packagePath.lastIndexOf("/node_modules/");
  return parentEnd < 0 ? `node_modules/${name}` in packages : isLocked(packagePath.slice(0, parentEnd), name);
}
