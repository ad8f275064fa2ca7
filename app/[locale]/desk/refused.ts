import type { useTranslations } from "next-intl";
import type { ActionState } from "@/components/action/action-state";
import { type FieldName, fields } from "@/lib/enrollment/fields";
import type { AppError } from "@/lib/platform/errors";
import { problemWords } from "../problem-words";

type Translate = ReturnType<typeof useTranslations<"wizard">>;

/**
 * What a domain refused after the page had checked it (a school year that closed meanwhile), in the form's own
 * words, each at its field where the page has one.
 *
 * @param otherwise said of what the form has no words for
 */
export function problemsOfRefusal(
  { issues }: AppError,
  form: FormData,
  { t, locale, otherwise }: { t: Translate; locale: string; otherwise: string },
): NonNullable<ActionState["problems"]> {
  if (issues.length === 0) return [{ words: otherwise }];
  return issues.map(({ field: name, code }) => {
    const field = Object.hasOwn(fields, name) ? (name as FieldName) : undefined;
    const words = field && problemWords([field], undefined, t, locale)[`${field}.${code}`];
    return { field: form.has(name) ? name : undefined, words: words ?? otherwise };
  });
}
