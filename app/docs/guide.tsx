import Markdown, { type MarkdownToJSX, RuleType } from "markdown-to-jsx/react";
import type { ComponentProps, ReactNode } from "react";
import { CodeBlock, DocsSection } from "./docs-page";
import type { GuideSection } from "./read-guide";

/** Renders fenced blocks by language. */
export type BlockRenderers = Record<string, (text: string) => ReactNode>;

type Props = {
  sections: GuideSection[];
  copy: CopyTexts;
  blocks?: BlockRenderers;
  overrides?: MarkdownToJSX.Overrides;
};

/** Texts of the copy button. */
export type CopyTexts = { copy: string; copied: string };

export const getContentsEntries = (sections: GuideSection[]) =>
  sections.map(({ id, title }) => ({ id, words: title }));

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
