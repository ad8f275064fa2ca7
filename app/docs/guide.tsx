import Markdown, { type MarkdownToJSX, RuleType } from "markdown-to-jsx/react";
import type { ComponentProps, ReactNode } from "react";
import { type DocsText, getDocsText } from "@/lib/i18n/docs/docs-text";
import type { Locale } from "@/lib/i18n/locales";
import { CodeBlock, DocsHeading, DocsPage, DocsSection } from "./docs-page";
import type { guideNames } from "./guide-markdown";
import { type GuideSection, readGuide } from "./read-guide";
import { TableOfContents } from "./table-of-contents";

type Rendering = {
  /** Renders fenced blocks by language. */
  blocks?: Record<string, (text: string) => ReactNode>;
  overrides?: MarkdownToJSX.Overrides;
};

type PageProps = Rendering & {
  name: (typeof guideNames)[number];
  language: Locale;
  /** Completes the text of a section. */
  fill?: (text: string) => string;
};

/** Title, contents and sections of a guide. */
export async function GuidePage({ name, language, fill = (text) => text, ...rendering }: PageProps) {
  const { title, intro, sections } = await readGuide(name, language);
  const texts = getDocsText(language);
  const entries = sections.map((section) => ({ id: section.id, text: section.title }));
  const filled = sections.map((section) => ({ ...section, text: fill(section.text) }));
  return (
    <DocsPage contents={<TableOfContents label={texts.inThisPage} entries={entries} />}>
      <DocsHeading title={title} intro={intro} />
      <GuideSections sections={filled} copy={texts.code} {...rendering} />
    </DocsPage>
  );
}

type Props = Rendering & { sections: GuideSection[]; copy: DocsText["code"] };

function GuideSections({ sections, copy, blocks = {}, overrides }: Props) {
  return sections.map(({ id, title, text }) => (
    <DocsSection
      key={id}
      id={id}
      title={/^\d{4}-\d\d-\d\d$/.test(title) ? <time dateTime={title}>{title}</time> : title}
    >
      <Markdown
        options={{
          disableParsingRawHTML: true,
          forceBlock: true,
          wrapper: null,
          overrides: { ...elements, ...overrides },
          renderRule: (next, node, _, { key }) =>
            node.type === RuleType.codeBlock ? (
              <Block key={key} label={title} copy={copy} blocks={blocks} lang={node.lang} text={node.text} />
            ) : (
              next()
            ),
        }}
      >
        {text}
      </Markdown>
    </DocsSection>
  ));
}

type BlockProps = Required<Pick<Rendering, "blocks">> & {
  label: string;
  copy: DocsText["code"];
  lang: string | undefined;
  text: string;
};

function Block({ label, copy, blocks, lang = "", text }: BlockProps) {
  return (
    blocks[lang]?.(text.trim()) ?? (
      <CodeBlock label={label} copy={copy}>
        {text.trimEnd()}
      </CodeBlock>
    )
  );
}

const elements: MarkdownToJSX.Overrides = {
  p: ({ children }: ComponentProps<"p">) => <p className="max-w-measure">{children}</p>,
  ul: ({ children }: ComponentProps<"ul">) => (
    <ul className="max-w-measure list-disc space-y-2 pl-6">{children}</ul>
  ),
  code: ({ children }: ComponentProps<"code">) => <code className="code-word">{children}</code>,
};
