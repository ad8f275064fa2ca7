import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

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
      {caption && <p className="mb-1 text-small text-muted">{caption}</p>}
      <h1 className="mb-5 font-serif text-title font-semibold text-balance">{children}</h1>
    </>
  );
}

/** Text of several paragraphs, headings and lists, as on the content pages. */
export function Prose({ children }: { children: ReactNode }) {
  return (
    <div className="max-w-measure space-y-4 [&_h2]:mt-8 [&_h2]:font-serif [&_h2]:text-heading [&_h2]:font-semibold [&_h3]:mt-6 [&_h3]:font-semibold [&_ol]:list-decimal [&_ol]:space-y-1 [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:space-y-1 [&_ul]:pl-6">
      {children}
    </div>
  );
}
