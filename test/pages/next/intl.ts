import { createFormatter, createTranslator } from "use-intl/core";
import { PATHNAME, splitPath } from "@/lib/i18n/paths";
import { wordsByKey } from "../words";
import { askedNow } from "./request";

// In the place of `next-intl/server`, which finds its language and words by Next's compiler alone.

export const getRequestConfig = <T>(config: T) => config;

export const getLocale = async () => splitPath(askedNow().headers.get(PATHNAME) ?? "/").locale;

export async function getTranslations(asked?: string | { locale: string; namespace?: string }) {
  const namespace = typeof asked === "string" ? asked : asked?.namespace;
  return createTranslator({
    locale: await getLocale(),
    messages: wordsByKey,
    namespace,
    timeZone: "UTC",
  } as never);
}

export const getFormatter = async () => createFormatter({ locale: await getLocale(), timeZone: "UTC" });
