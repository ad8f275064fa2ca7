import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runMain } from "@/server/run-main";

const FOLDER = "docs/decisions";
const CONTENTS = `${FOLDER}/README.md`;

const FORM =
  /^# (.+)\n\n(\d{4}-\d\d-\d\d) · (.+)\n\n(?:Status: (.+)\.\n\n)?## Context\n\n[\s\S]+\n\n## Decision\n\n[\s\S]+\n\n## Consequences\n\n\S/;

const HEAD = `# Decisions

For developers who want to know why the project is built as it is: one record for each decision, numbered by date.
\`npm run format\` generates this index from the first lines of the records: title, date, topic and, where a record is
amended, replaced or void, its status. [Dependencies](../dependencies.md) explains each package.
`;

// Writes the index of decisions; `--check` fails when it is out of date.
await runMain(async () => {
  const decisions = globSync(`${FOLDER}/[0-9]*.md`).sort().map(read);
  for (const [index, { file, day }] of decisions.entries()) {
    if (file.slice(0, 3) === decisions[index - 1]?.file.slice(0, 3))
      throw new Error(`${file} has the number of another decision.`);
    if (day < (decisions[index - 1]?.day ?? "")) throw new Error(`${file} is older than the one before it.`);
  }
  const listed = decisions.toSorted((first, second) => Number(first.hasEnded) - Number(second.hasEnded));
  const sections = Map.groupBy(listed, ({ topic, hasEnded }) => (hasEnded ? "Replaced or void" : topic));
  const topics = [...sections].map(([topic, records]) => {
    const items = records.map(({ file, title, day, status }) => {
      const item = `- ${file.slice(0, 3)} [${title}](${file}), ${day}`;
      return status ? `${item}: ${status}` : item;
    });
    return `\n## ${topic}\n\n${items.join("\n")}\n`;
  });
  const contents = HEAD + topics.join("");
  if (!process.argv.includes("--check")) return writeFileSync(CONTENTS, contents);
  if (readFileSync(CONTENTS, "utf8") !== contents)
    throw new Error(`${CONTENTS} is not what its files say: npm run format`);
});

function read(filePath: string) {
  const file = path.basename(filePath);
  const match = FORM.exec(readFileSync(filePath, "utf8"));
  if (!match || !/^\d{3}-[a-z0-9-]+\.md$/.test(file))
    throw new Error(
      `${filePath} should be NNN-short-name.md and have “# Title”, “2026-11-21 · Topic”, perhaps “Status: ….”, then ## Context, ## Decision, ## Consequences.`,
    );
  const [, title = "", day = "", topic = "", status = ""] = match;
  return { file, title, day, topic, status, hasEnded: /^(replaced|void) /.test(status) };
}
