import { createTranslator } from "use-intl/core";
import type { Locale } from "./locales";
import ca from "./messages/ca.json";
import en from "./messages/en.json";
import es from "./messages/es.json";

const messages = { es, ca, en };

/** The service's words in a language, for what is made outside of a page. */
export function translatorOf(locale: Locale) {
  const translator = translators.get(locale) ?? newTranslator(locale);
  translators.set(locale, translator);
  return translator;
}

const newTranslator = (locale: Locale) => createTranslator({ locale, messages: messages[locale] });

const translators = new Map<Locale, ReturnType<typeof newTranslator>>();
