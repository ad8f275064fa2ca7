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
  .flatMap((place) => globSync(place).sort())
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
  const without = source.replaceAll(/^( *)```[\s\S]*?^\1```/gm, "");
  const indented = [...without.matchAll(/(?:^ {4}(?![-*|]).+\n)+/gm)].map(([text]) => ({
    file,
    language: "sh",
    text: text.replaceAll(/^ {4}/gm, ""),
  }));
  return [...fenced, ...indented];
}

/** Commands of a shell block, without comments. */
export function parseCommands(text: string): string[] {
  const commands: string[] = [];
  let open = "";
  for (const line of text.split("\n")) {
    const whole = open + line.replace(/(?:^|\s+)#.*$/, "").replace(/\s{3,}[a-z].*$/, "");
    const quotes = whole.match(/'/g)?.length ?? 0;
    open = "";
    if (whole.endsWith("\\") || quotes % 2 === 1) open = `${whole}\n`;
    else
      commands.push(
        whole
          .replace(/(?:^|\s+)#.*$/, "")
          .replace(/\s{3,}[a-z].*$/, "")
          .trim(),
      );
  }
  return commands.filter(Boolean);
}
