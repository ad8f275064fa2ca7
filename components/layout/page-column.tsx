import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

/** The column in which a page's text stands, below an optional way back. */
export function PageColumn({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cn("column", className)}>{children}</div>;
}

/** A page's only `h1`. */
export function PageHeading({ children, caption }: { children: ReactNode; caption?: ReactNode }) {
  return (
    <>
      {caption && <HeadingCaption>{caption}</HeadingCaption>}
      <h1 className="mb-5">{children}</h1>
    </>
  );
}

/** What stands above a heading: where on the way the page is. */
export function HeadingCaption({ children }: { children: ReactNode }) {
  return <p className="mb-1 text-small text-muted">{children}</p>;
}

/** Text of several paragraphs, headings and lists, as on the content pages. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className="prose">{children}</div>;
}
