import type { ReactNode } from "react";
import type { DocsText } from "@/lib/i18n/docs/docs-text";
import { CopyButton } from "./copy-button";

export function DocsHeading({ title, intro }: { title: string; intro: string }) {
  return (
    <>
      <h1 className="mb-4">{title}</h1>
      <p className="mb-6 max-w-measure text-lead text-muted">
        <InlineCode text={intro} />
      </p>
    </>
  );
}

export function DocsPage({ contents, children }: { contents?: ReactNode; children: ReactNode }) {
  return (
    <div className="docs-text">
      {contents}
      <div className="min-w-0 min-[78rem]:col-start-1 min-[78rem]:row-start-1">{children}</div>
    </div>
  );
}

export function DocsSection({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-10 space-y-4">
      <h2 id={id} className="scroll-mt-6">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A text with `code`. */
export function InlineCode({ text }: { text: string }) {
  return text.split("`").map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
    <span key={index}>{index % 2 === 1 ? <code className="code-word">{part}</code> : part}</span>
  ));
}

/** Scrolls sideways, also by keyboard. */
function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scrollable region, not a group of controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <div tabIndex={0} role="group" aria-label={label} className="max-w-full overflow-x-auto">
      {children}
    </div>
  );
}

type CodeProps = { children: string; label: string; copy?: DocsText["code"] };

/** With name and copy button. */
export function CodeBlock({ children, label, copy }: CodeProps) {
  return (
    <div className="code-block">
      <header>
        {label}
        {copy && <CopyButton text={children} texts={copy} />}
      </header>
      <ScrollRegion label={label}>
        <pre>
          <code>{children}</code>
        </pre>
      </ScrollRegion>
    </div>
  );
}
