import type { ComponentProps } from "react";
import { cn } from "../cn";

const variants = {
  /** At most one per page; full width on a phone. */
  primary: "btn-primary w-full sm:w-auto",
  secondary: "btn-secondary",
  quiet: "btn-quiet",
  /** Deletes something; `final` confirms it. */
  danger: "btn-danger",
  final: "btn-final w-full sm:w-auto",
  /** On a brand block. */
  brand: "btn-brand",
};

export type ButtonVariant = keyof typeof variants;

/** For links that look like buttons. */
export const buttonClass = (variant: ButtonVariant = "primary") => cn("btn", variants[variant]);

/** There is no disabled state: an unavailable button is replaced by a sentence. */
export function Button({
  variant = "primary",
  className,
  ...props
}: ComponentProps<"button"> & { variant?: ButtonVariant }) {
  return <button type="submit" {...props} className={cn(buttonClass(variant), className)} />;
}
