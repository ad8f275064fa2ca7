import { Disclosure } from "@/components/ui/disclosure";
import { getDocsText } from "@/lib/i18n/docs/docs-text";
import type { Locale } from "@/lib/i18n/locales";
import { CodeBlock } from "./docs-page";
import { GuidePage } from "./guide";
import { createGuideFiller, readSnippets } from "./guide-markdown";

export async function QuickStart({ language }: { language: Locale }) {
  const [snippets, fill] = await Promise.all([readSnippets(), createGuideFiller()]);
  const { code } = getDocsText(language);
  /** One program in several languages; the first tab is open. */
  const renderSnippets = (name: string) =>
    (snippets[name] ?? []).map((program, index) => (
      <Disclosure key={program.language} summary={program.language} open={index === 0} className="max-w-full">
        <CodeBlock label={program.language} copy={code}>
          {program.text}
        </CodeBlock>
      </Disclosure>
    ));
  return GuidePage({ name: "start", language, fill, blocks: { snippets: renderSnippets } });
}
