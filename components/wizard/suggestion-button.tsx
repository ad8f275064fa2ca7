import type { ComponentProps } from "react";

/** An address that was probably meant, to be taken over by one tap. */
export const SuggestionButton = (props: ComponentProps<"button">) => (
  <button
    type="submit"
    {...props}
    className="mt-1 min-h-target cursor-pointer text-start text-accent underline underline-offset-4 print:hidden"
  />
);
