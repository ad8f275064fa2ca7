import type { ReactNode } from "react";

/** A page's only `h1`, and what it is about. */
export function Opening({ title, lead }: { title: string; lead: string }) {
  return (
    <>
      <h1 className="mb-4 font-serif text-title font-semibold text-balance">{title}</h1>
      <p className="mb-8 max-w-measure text-lead">
        <Words text={lead} />
      </p>
    </>
  );
}

/** A part of a page that a link can lead to. */
export function Part({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-10 space-y-4">
      <h2 id={id} className="scroll-mt-4 font-serif text-heading font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Words in which `…` is code. */
export function Words({ text }: { text: string }) {
  return text.split("`").map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text
    <span key={at}>
      {at % 2 === 1 ? (
        <code className="-mx-0.5 rounded-sm bg-surface px-0.5 text-[0.9em] [overflow-wrap:anywhere]">
          {part}
        </code>
      ) : (
        part
      )}
    </span>
  ));
}

/** What may be wider than the screen: it scrolls by itself, by keyboard too. */
export function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of controls it is not
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <div tabIndex={0} role="group" aria-label={label} className="max-w-full overflow-x-auto">
      {children}
    </div>
  );
}

/** Code on lines of its own. */
export function Code({ children, label }: { children: string; label: string }) {
  return (
    <Scrolling label={label}>
      <pre className="w-fit min-w-full rounded-control border border-hairline bg-surface p-4 text-small leading-relaxed print:whitespace-pre-wrap">
        <code>{children}</code>
      </pre>
    </Scrolling>
  );
}
