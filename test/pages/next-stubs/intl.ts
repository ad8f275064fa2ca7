import { createFormatter, createTranslator } from "use-intl/core";
import { PATHNAME_HEADER, splitPath } from "@/lib/i18n/locales";
import { messagesByKey } from "../message-keys";
import { getCurrentRequest } from "./current-request";

// Stub of `next-intl/server`, which needs Next's compiler.

export const getRequestConfig = <T>(config: T) => config;

export const getLocale = async () =>
  splitPath(getCurrentRequest().headers.get(PATHNAME_HEADER) ?? "/").locale;

type Translator = ReturnType<typeof createTranslator>;

const translators = new Map<string, Translator>();

/** Cached, because creating a translator is slow. */
export async function getTranslations(options?: string | { locale: string; namespace?: string }) {
  const namespace = typeof options === "string" ? options : options?.namespace;
  const locale = await getLocale();
  const key = `${locale} ${namespace ?? ""}`;
  const translator = translators.get(key) ?? createPageTranslator(locale, namespace);
  translators.set(key, translator);
  return translator;
}

const createPageTranslator = (locale: string, namespace: string | undefined) =>
  createTranslator({ locale, messages: messagesByKey, namespace, timeZone: "UTC" } as never) as Translator;

export const getFormatter = async () => createFormatter({ locale: await getLocale(), timeZone: "UTC" });
