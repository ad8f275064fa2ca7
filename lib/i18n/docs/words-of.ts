import type { Locale } from "@/lib/i18n/locales";
import { ca } from "./ca";
import { en, type Words } from "./en";
import { es } from "./es";

/** The documentation's words in a language. */
export const wordsOf = (language: Locale): Words => ({ en, es, ca })[language];
