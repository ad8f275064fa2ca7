import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { LAYERS } from "@/tools/checks/modules";

const PAGE = "docs/architecture.md";
const text = readFileSync(PAGE, "utf8");

test(`every file that ${PAGE} names exists`, () => {
  const files = [...text.matchAll(/`([^`\s]+\/[^`\s]*\.\w+)`/g)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(70);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test("the log has every message that docs/operations.md names", () => {
  const messages = [...readFileSync("docs/operations.md", "utf8").matchAll(/\(log: `([^`]+)`\)/g)];
  const files = globSync("{lib,server}/**/*.ts");
  const code = files.map((file) => readFileSync(file, "utf8")).join("");
  expect(messages.length).toBeGreaterThan(2);
  expect(messages.flatMap(([, text = ""]) => (code.includes(`"${text}"`) ? [] : [text]))).toEqual([]);
});

test("CONTRIBUTING.md numbers the layers as they are checked", () => {
  const rows = [...readFileSync("CONTRIBUTING.md", "utf8").matchAll(/^\| (\d+(?:, \d+)*) \| (`.+`) \|$/gm)];
  const layers = rows.flatMap(([, numbers = "", domains = ""]) => {
    const names = domains.replaceAll("`", "").split(", ");
    return numbers.includes(",") ? names.map((name) => [name]) : [names];
  });
  expect(layers).toEqual(LAYERS);
  expect(rows.flatMap(([, numbers = ""]) => numbers.split(", ")).map(Number)).toEqual(
    LAYERS.map((_, index) => index + 1),
  );
});

/** Maximum length of each path. */
const maxLengths = {
  "GET of a catalogue": 12,
  "Enrollment of a minor through the form": 20,
  "From the decision to the e-mail": 16,
  "Waiting list of a speciality": 6,
};

describe.each(Object.entries(maxLengths))("the path of data “%s”", (title, maxFiles) => {
  const [, section = ""] = text.split(`### ${title}\n`);
  const steps = [...(section.split("\n#")[0] ?? "").matchAll(/^\d+\. `([^`]+)`(.*)$/gm)].map(
    ([, file = "", note = ""]) => ({ file, isStart: note.includes("start here") }),
  );

  test(`has at most ${maxFiles} files, each imported by one before it`, () => {
    expect(steps.length).toBeGreaterThan(4);
    expect(steps.length).toBeLessThanOrEqual(maxFiles);
    const unconnected = steps.filter(
      ({ file, isStart }, index) =>
        index > 0 && !isStart && !steps.slice(0, index).some((earlier) => isNamedIn(earlier.file, file)),
    );
    expect(unconnected).toEqual([]);
  });
});

/** `importer` imports `file`, or names it if it is SQL. */
function isNamedIn(importer: string, file: string): boolean {
  const source = readFileSync(importer, "utf8");
  if (file.endsWith(".sql")) return source.includes(path.basename(file));
  const specifiers = [...source.matchAll(/(?:from|import) ?\(?"([^"]+)"/g)].map(([, name = ""]) => name);
  return specifiers.some((name) => {
    const target = name.startsWith("@/") ? name.slice(2) : path.join(path.dirname(importer), name);
    return target === file.replace(/\.tsx?$/, "");
  });
}
