import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { titleClass } from "@/components/ui/title";

/** The column in which a page's text stands, below an optional way back. */
export function Column({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={cn(
        "mx-auto w-full max-w-column px-4 py-6 print:max-w-none print:p-0 sm:px-6 sm:py-10",
        className,
      )}
    >
      {children}
    </div>
  );
}

/** A page's only `h1`. */
export function Title({ children, caption }: { children: ReactNode; caption?: ReactNode }) {
  return (
    <>
      {caption && <Caption>{caption}</Caption>}
      <h1 className={cn("mb-5", titleClass)}>{children}</h1>
    </>
  );
}

/** What stands above a heading: where on the way the page is. */
export function Caption({ children }: { children: ReactNode }) {
  return <p className="mb-1 text-small text-muted">{children}</p>;
}

/** Text of several paragraphs, headings and lists, as on the content pages. */
export function Prose({ children }: { children: ReactNode }) {
  return (
    <div className="max-w-measure space-y-4 [&_h2]:mt-8 [&_h2]:font-serif [&_h2]:text-heading [&_h2]:font-semibold [&_h3]:mt-6 [&_h3]:font-semibold [&_ol]:list-decimal [&_ol]:space-y-1 [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:space-y-1 [&_ul]:pl-6">
      {children}
    </div>
  );
}
