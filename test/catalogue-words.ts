import type { Said } from "@/lib/catalogue/files/problem";
import { translatorOf } from "@/lib/i18n/translator";

/** What a reader of the desk is told of a file. */
export const inWords = ({ code, values }: Said): string =>
  translatorOf("en", "desk.catalogue.problems")(code as "missing", values);
