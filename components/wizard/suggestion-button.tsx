import type { ComponentProps } from "react";

/** Accepts a suggested address. */
export const SuggestionButton = (props: ComponentProps<"button">) => (
  <button
    type="submit"
    {...props}
    className="mt-1 min-h-target cursor-pointer text-start [overflow-wrap:anywhere] text-accent underline underline-offset-4 print:hidden"
  />
);
