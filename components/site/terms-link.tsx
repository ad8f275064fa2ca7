import type { ReactNode } from "react";

/** Value of the tag `<link>`: the terms in a new tab. */
export const createTermsLink = (url: string) => (words: ReactNode) => (
  <a href={url} target="_blank" rel="noopener">
    {words}
  </a>
);
