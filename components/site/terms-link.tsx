import type { ReactNode } from "react";

/** Value of the tag `<link>`: the terms in a new tab. */
export const createTermsLink = (url: string) => (text: ReactNode) => (
  <a href={url} target="_blank" rel="noopener">
    {text}
  </a>
);
