import { createTranslator } from "next-intl";
import type { Said } from "@/lib/catalogue/files/problem";
import en from "@/lib/i18n/messages/en.json";

/** What a reader of the desk is told of a file; throws where the words or what fills them in are missing. */
export function inWords({ code, values }: Said): string {
  const words = createTranslator({
    locale: "en",
    messages: en,
    namespace: "desk.catalogue.problems",
    onError(error) {
      throw error;
    },
  });
  return words(code as "missing", values);
}
