import { cn } from "../cn";

/** `d`: a path of `paths.ts`. Always beside a text. */
export function Icon({ d, className }: { d: string; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cn("icon", className)}>
      <path d={d} />
    </svg>
  );
}
