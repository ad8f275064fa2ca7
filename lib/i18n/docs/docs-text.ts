import type { Locale } from "@/lib/i18n/locales";
import { ca } from "./ca";
import { type DocsText, en } from "./en";
import { es } from "./es";

/** The documentation's words in a language. */
export const getDocsText = (language: Locale): DocsText => ({ en, es, ca })[language];
