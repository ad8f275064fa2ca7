import { createTranslator, type NamespaceKeys, type NestedKeyOf } from "use-intl/core";
import type { Locale } from "./locales";
import ca from "./messages/ca.json";
import en from "./messages/en.json";
import es from "./messages/es.json";

type Messages = typeof es;

const messages: Record<Locale, Messages> = { es, ca, en };

/** The service's words in a language, for what is made outside of a page; one part of them, where it is named. */
export function getTranslator<const Part extends NamespaceKeys<Messages, NestedKeyOf<Messages>> = never>(
  locale: Locale,
  part?: Part,
): Translator<Part> {
  const key = `${locale} ${part ?? ""}`;
  const known =
    translators.get(key) ??
    createTranslator<Messages, Part>({ locale, messages: messages[locale], namespace: part });
  translators.set(key, known);
  return known as Translator<Part>;
}

export type Translator<Part extends NamespaceKeys<Messages, NestedKeyOf<Messages>> = never> = ReturnType<
  typeof createTranslator<Messages, Part>
>;

/** What has read a message once need not read it again. */
const translators = new Map<string, unknown>();
