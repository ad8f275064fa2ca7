import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("no component uses a class that the style sheet excludes", () => {
  const sheet = readFileSync("app/globals.css", "utf8");
  const classes = /@source not inline\("([\w ]+)"\)/.exec(sheet)?.[1]?.split(" ") ?? [];
  expect(classes).toContain("table");
  const isClass = new RegExp(`className=[^>]*["\` ](${classes.join("|")})["\` ]`);
  const components = globSync("{app,components}/**/*.tsx");
  expect(components.filter((file) => isClass.test(readFileSync(file, "utf8")))).toEqual([]);
});
