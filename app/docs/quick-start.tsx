import { readdir, readFile } from "node:fs/promises";
import { Disclosure } from "@/components/ui/disclosure";
import { getSchoolContext } from "@/lib/enrollment/queries";
import { getDocsText } from "@/lib/i18n/docs/docs-text";
import type { Locale } from "@/lib/i18n/locales";
import { env } from "@/lib/platform/env";
import { getPublicUrl } from "@/lib/school/settings";
import { CodeBlock, DocsHeading, DocsPage } from "./docs-page";
import { type CopyTexts, GuideSections, getContentsEntries } from "./guide";
import { getPackageUrl } from "./packages/packages";
import { readGuide } from "./read-guide";
import { TableOfContents } from "./table-of-contents";

/** Quick start and guides. */
export async function QuickStart({ language }: { language: Locale }) {
  const [{ title, lead, sections }, snippets, { schoolYears }, client, flows] = await Promise.all([
    readGuide("start", language),
    readSnippets(),
    getSchoolContext(),
    getPackageUrl("typescript"),
    getPackageUrl("playwright"),
  ]);
  const [year] = schoolYears;
  const filled = (text: string) =>
    text
      .replaceAll("{client}", client)
      .replaceAll("{flows}", flows)
      .replaceAll("{base}", getPublicUrl())
      .replaceAll("{key}", env.embedded ? "$(cat .data/demo-api-key)" : "<API_KEY>")
      .replaceAll("{year}", String(year?.id ?? "<id>"))
      .replaceAll("{speciality}", String(year?.specialities[0] ?? "<id>"));
  const words = getDocsText(language);
  return (
    <DocsPage contents={<TableOfContents label={words.inThisPage} entries={getContentsEntries(sections)} />}>
      <DocsHeading title={title} lead={lead} />
      <GuideSections
        sections={sections.map((section) => ({ ...section, text: filled(section.text) }))}
        copy={words.code}
        blocks={{ snippets: (name) => <Snippets programs={snippets[name] ?? []} copy={words.code} /> }}
      />
    </DocsPage>
  );
}

/** What programs are called by how their files end, in the order in which they are shown. */
const languages = { sh: "curl", mjs: "JavaScript", py: "Python", php: "PHP" } as const;

type Program = { language: string; text: string };

/** The programs of docs/snippets by their name, each in the languages that it is there in. */
async function readSnippets(): Promise<Record<string, Program[]>> {
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
function Snippets({ programs, copy }: { programs: Program[]; copy: CopyTexts }) {
  return programs.map(({ language, text }, at) => (
    <Disclosure key={language} summary={language} open={at === 0} className="max-w-full">
      <CodeBlock label={language} copy={copy}>
        {text}
      </CodeBlock>
    </Disclosure>
  ));
}
