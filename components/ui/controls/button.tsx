import type { ComponentProps } from "react";
import { cn } from "../cn";

const looks = {
  /** The one act of a page; as wide as a phone. */
  primary: "btn-primary w-full sm:w-auto",
  secondary: "btn-secondary",
  quiet: "btn-quiet",
  /** What takes something away, and on the page that asks for the last time. */
  danger: "btn-danger",
  final: "btn-final w-full sm:w-auto",
  /** The one act on a brand block. */
  brand: "btn-brand",
};

export type ButtonVariant = keyof typeof looks;

/** The classes of a button, for links that look like one. */
export const buttonClass = (look: ButtonVariant = "primary") => cn("btn", looks[look]);

/** There is no disabled look: a button that cannot act is not there, and a sentence says why. */
export function Button({
  look = "primary",
  className,
  ...props
}: ComponentProps<"button"> & { look?: ButtonVariant }) {
  return <button type="submit" {...props} className={cn(buttonClass(look), className)} />;
}
