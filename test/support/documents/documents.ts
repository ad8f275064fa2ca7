import { globSync, readFileSync } from "node:fs";

/** Documents with commands and code for readers. */
export const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "docs/*.md",
  "docs/office/*.md",
  "e2e/README.md",
  "clients/*/README.md",
]
  .flatMap((pattern) => globSync(pattern).sort())
  .filter((file) => file !== "docs/interface.md");

export type Block = { file: string; language: string; text: string };

/** Fenced blocks, and indented ones as shell. */
export function readCodeBlocks(file: string): Block[] {
  const source = readFileSync(file, "utf8");
  const fenced = [...source.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```/gm)].map(
    ([, indent = "", language = "", text = ""]) => ({
      file,
      language: language || "sh",
      text: text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    }),
  );
  const unfenced = source.replaceAll(/^( *)```[\s\S]*?^\1```/gm, "");
  const indented = [...unfenced.matchAll(/(?:^ {4}(?![-*|]).+\n)+/gm)].map(([text]) => ({
    file,
    language: "sh",
    text: text.replaceAll(/^ {4}/gm, ""),
  }));
  return [...fenced, ...indented];
}

/** Commands of a shell block, without comments. */
export function parseCommands(text: string): string[] {
  const commands: string[] = [];
  let pending = "";
  for (const line of text.split("\n")) {
    const command = pending + line.replace(/(?:^|\s+)#.*$/, "").replace(/\s{3,}[a-z].*$/, "");
    const quotes = command.match(/'/g)?.length ?? 0;
    pending = "";
    if (command.endsWith("\\") || quotes % 2 === 1) pending = `${command}\n`;
    else
      commands.push(
        command
          .replace(/(?:^|\s+)#.*$/, "")
          .replace(/\s{3,}[a-z].*$/, "")
          .trim(),
      );
  }
  return commands.filter(Boolean);
}
