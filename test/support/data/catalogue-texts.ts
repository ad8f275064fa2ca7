import type { ProblemText } from "@/lib/catalogue/files/types";
import { getTranslator } from "@/lib/i18n/translator";

/** What a reader of the desk is told of a file. */
export const formatProblemInEnglish = ({ code, values }: ProblemText): string =>
  getTranslator("en", "desk.catalogue.problems")(code as "missing", values);
