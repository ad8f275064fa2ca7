import { createTranslator, type NamespaceKeys, type NestedKeyOf } from "use-intl/core";
import type { Locale } from "./locales";
import ca from "./messages/ca.json";
import en from "./messages/en.json";
import es from "./messages/es.json";

type Messages = typeof es;

const messages: Record<Locale, Messages> = { es, ca, en };

/** Translates outside of pages, such as in e-mails. `part` selects a namespace of the messages. */
export function getTranslator<const Part extends NamespaceKeys<Messages, NestedKeyOf<Messages>> = never>(
  locale: Locale,
  part?: Part,
): Translator<Part> {
  const key = `${locale} ${part ?? ""}`;
  const translator =
    translators.get(key) ??
    createTranslator<Messages, Part>({ locale, messages: messages[locale], namespace: part });
  translators.set(key, translator);
  return translator as Translator<Part>;
}

export type Translator<Part extends NamespaceKeys<Messages, NestedKeyOf<Messages>> = never> = ReturnType<
  typeof createTranslator<Messages, Part>
>;

/** Cached, because a translator keeps the messages that it has parsed. */
const translators = new Map<string, unknown>();
