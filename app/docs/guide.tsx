import Markdown, { type MarkdownToJSX, RuleType } from "markdown-to-jsx/react";
import type { ComponentProps, ReactNode } from "react";
import { CodeBlock, DocsSection } from "./docs-page";
import type { GuideSection } from "./read-guide";

/** What stands for a fenced block of some language: what is in it is handed over. */
export type BlockRenderers = Record<string, (text: string) => ReactNode>;

type Props = {
  sections: GuideSection[];
  copy: CopyTexts;
  blocks?: BlockRenderers;
  overrides?: MarkdownToJSX.Overrides;
};

/** What the button says that copies code. */
export type CopyTexts = { copy: string; copied: string };

/** The sections as a page's contents. */
export const getContentsEntries = (sections: GuideSection[]) =>
  sections.map(({ id, title }) => ({ id, words: title }));

/** The sections of a guide. */
export function GuideSections({ sections, copy, blocks = {}, overrides }: Props) {
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

type BlockProps = {
  label: string;
  copy: CopyTexts;
  blocks: BlockRenderers;
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
