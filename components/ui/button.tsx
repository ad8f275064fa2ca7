import type { ComponentProps } from "react";
import { cn } from "./cn";

const base =
  "inline-flex min-h-target items-center justify-center gap-2 rounded-control border-2 py-2.5 cursor-pointer";

const boxed = "px-6 text-center font-semibold no-underline";

const looks = {
  primary: `${boxed} w-full border-transparent bg-accent text-on-accent hover:bg-accent-strong hover:text-on-accent sm:w-auto sm:min-w-48`,
  secondary: `${boxed} border-line bg-surface text-ink hover:border-accent hover:text-accent-strong`,
  quiet:
    "border-transparent bg-transparent text-left text-accent underline underline-offset-4 hover:text-accent-strong hover:decoration-2",
};

type Look = keyof typeof looks;

/** The classes of a button, for links that look like one. */
export const buttonClass = (look: Look = "primary") => cn(base, looks[look]);

export function Button({
  look = "primary",
  className,
  ...props
}: ComponentProps<"button"> & { look?: Look }) {
  return <button type="submit" {...props} className={cn(buttonClass(look), className)} />;
}
