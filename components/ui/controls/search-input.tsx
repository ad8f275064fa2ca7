import type { ComponentProps } from "react";
import { Icon } from "../icons/icon";
import { search } from "../icons/paths";
import { controlClass } from "./input";

/** Its label is visually hidden. */
export function SearchInput({
  label,
  ...input
}: ComponentProps<"input"> & { label: string; "data-key"?: string }) {
  return (
    <span className="search">
      <Icon d={search} />
      <input type="search" aria-label={label} autoComplete="off" {...input} className={controlClass} />
    </span>
  );
}
