import { readdir, readFile } from "node:fs/promises";
import { Fold } from "@/components/ui/fold";
import type { CopyWords } from "./guide";
import { Code } from "./text";

/** What programs are called by how their files end, in the order in which they are shown. */
const languages = { sh: "curl", mjs: "JavaScript", py: "Python", php: "PHP" } as const;

type Program = { language: string; text: string };

/** The programs of docs/snippets by their name, each in the languages that it is there in. */
export async function readSnippets(): Promise<Record<string, Program[]>> {
  const files = await readdir("docs/snippets");
  const names = [...new Set(files.map((file) => file.replace(/\.\w+$/, "")))];
  const all = names.map(async (name) => {
    const there = Object.entries(languages).filter(([suffix]) => files.includes(`${name}.${suffix}`));
    const programs = there.map(async ([suffix, language]) => ({
      language,
      text: (await readFile(`docs/snippets/${name}.${suffix}`, "utf8")).trimEnd(),
    }));
    return [name, await Promise.all(programs)] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

/** One program in several languages, the first of them open. */
export function Snippets({ programs, copy }: { programs: Program[]; copy: CopyWords }) {
  return programs.map(({ language, text }, at) => (
    <Fold key={language} summary={language} open={at === 0} className="max-w-full">
      <Code label={language} copy={copy}>
        {text}
      </Code>
    </Fold>
  ));
}
