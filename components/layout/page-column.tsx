import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export function PageColumn({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cn("column", className)}>{children}</div>;
}

export function PageHeading({ children, caption }: { children: ReactNode; caption?: ReactNode }) {
  return (
    <>
      {caption && <HeadingCaption>{caption}</HeadingCaption>}
      <h1 className="mb-5">{children}</h1>
    </>
  );
}

/** Above the heading, such as the progress. */
export function HeadingCaption({ children }: { children: ReactNode }) {
  return <p className="mb-1 text-small text-muted">{children}</p>;
}

export function Prose({ children }: { children: ReactNode }) {
  return <div className="prose">{children}</div>;
}
