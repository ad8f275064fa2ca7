import type { ProblemText } from "@/lib/catalogue/files/types";
import { getTranslator } from "@/lib/i18n/translator";

/** Problems of a file as the desk shows them. */
export const formatProblemInEnglish = ({ code, values }: ProblemText): string =>
  getTranslator("en", "desk.catalogue.problems")(code as "missing", values);
