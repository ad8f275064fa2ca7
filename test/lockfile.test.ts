import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Package = {
  version: string;
  integrity?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
};

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const { "": _project, ...packages } = lock.packages as Record<string, Package>;

// npm leaves a package of another platform out when the registry has not got it yet, and a hash where it has
// none: then another machine installs something that nobody has checked, or `npm ci` refuses there. Choose the
// version before: `npm view NAME@VERSION dist.integrity` says what the registry has.
test("what is installed is what was locked, to the byte, on every platform", () => {
  const unhashed = Object.entries(packages).filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
  expect(unhashed.map(([place, { version }]) => `${place}@${version}`)).toEqual([]);

  const registries = Object.values(packages).flatMap(({ resolved }) =>
    resolved ? new URL(resolved).host : [],
  );
  expect(registries.filter((host) => host !== "registry.npmjs.org")).toEqual([]);
});

test("no platform's package is left out of the lock", () => {
  const wanted = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ place, name })),
  );
  expect(wanted.filter(({ place, name }) => !isLocked(place, name))).toEqual([]);
  expect(wanted.length).toBeGreaterThan(100);
});

/** Where Node would look: beside the package that wants it, then in each folder above. */
function isLocked(place: string, name: string): boolean {
  if (packages[`${place}/node_modules/${name}`]) return true;
  const above = place.lastIndexOf("/node_modules/");
  return above < 0 ? `node_modules/${name}` in packages : isLocked(place.slice(0, above), name);
}
