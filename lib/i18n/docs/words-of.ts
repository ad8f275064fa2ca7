import { en, type Words } from "./en";
import { es } from "./es";

export type Language = "en" | "es";

/** The documentation's words in a language. */
export const wordsOf = (language: Language): Words => ({ en, es })[language];
