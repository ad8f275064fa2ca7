import Markdown, { type MarkdownToJSX, RuleType } from "markdown-to-jsx/react";
import type { ComponentProps, ReactNode } from "react";
import type { Section } from "./guide-text";
import { Code, Part } from "./text";

/** What stands for a fenced block of some language: what is in it is handed over. */
export type Blocks = Record<string, (text: string) => ReactNode>;

type Props = { sections: Section[]; blocks?: Blocks; overrides?: MarkdownToJSX.Overrides };

/** The sections of a guide. */
export function Sections({ sections, blocks = {}, overrides }: Props) {
  return sections.map(({ id, title, text }) => (
    <Part
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
              <Block key={key} label={title} blocks={blocks} lang={node.lang} text={node.text} />
            ) : (
              next()
            ),
        }}
      >
        {text}
      </Markdown>
    </Part>
  ));
}

type BlockProps = { label: string; blocks: Blocks; lang: string | undefined; text: string };

function Block({ label, blocks, lang = "", text }: BlockProps) {
  return blocks[lang]?.(text.trim()) ?? <Code label={label}>{text.trimEnd()}</Code>;
}

const elements: MarkdownToJSX.Overrides = {
  p: ({ children }: ComponentProps<"p">) => <p className="max-w-measure">{children}</p>,
  ul: ({ children }: ComponentProps<"ul">) => (
    <ul className="max-w-measure list-disc space-y-2 pl-6">{children}</ul>
  ),
  code: ({ children }: ComponentProps<"code">) => (
    <code className="-mx-0.5 rounded-sm bg-surface px-0.5 text-[0.9em] [overflow-wrap:anywhere]">
      {children}
    </code>
  ),
};
