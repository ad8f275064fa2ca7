import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runMain } from "@/server/run-main";

const FOLDER = "docs/decisions";
const CONTENTS = `${FOLDER}/README.md`;

const HEAD = `# Decisions

Why things are as they are, a file each, numbered in the order of their days. Made by \`npm run format\` from the files'
first lines: a title, then the day and what it is about. Why each package is there: [dependencies](../dependencies.md).
`;

// Writes the contents of the decisions; `--check` fails where they are not what the files say.
await runMain(async () => {
  const decisions = globSync(`${FOLDER}/[0-9]*.md`).sort().map(read);
  for (const [at, { file, day }] of decisions.entries()) {
    if (file.slice(0, 3) === decisions[at - 1]?.file.slice(0, 3))
      throw new Error(`${file} has the number of another decision.`);
    if (day < (decisions[at - 1]?.day ?? "")) throw new Error(`${file} is older than the one before it.`);
  }
  const topics = [...Map.groupBy(decisions, ({ topic }) => topic)].map(([topic, about]) => {
    const lines = about.map(({ file, title, day }) => `- ${file.slice(0, 3)} [${title}](${file}), ${day}`);
    return `\n## ${topic}\n\n${lines.join("\n")}\n`;
  });
  const contents = HEAD + topics.join("");
  if (!process.argv.includes("--check")) return writeFileSync(CONTENTS, contents);
  if (readFileSync(CONTENTS, "utf8") !== contents)
    throw new Error(`${CONTENTS} is not what its files say: npm run format`);
});

function read(place: string) {
  const file = path.basename(place);
  const found = /^# (.+)\n\n(\d{4}-\d\d-\d\d) · (.+)\n\n\S/.exec(readFileSync(place, "utf8"));
  if (!found || !/^\d{3}-[a-z0-9-]+\.md$/.test(file))
    throw new Error(
      `${place} should be NNN-short-name.md and begin with “# Title”, then “2026-11-21 · Topic”.`,
    );
  const [, title = "", day = "", topic = ""] = found;
  return { file, title, day, topic };
}
