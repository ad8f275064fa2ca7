import {
  type DocumentAdvice,
  documentAdvices,
  getDocumentAdvice,
  getPhoneAdvice,
  suggestEmail,
} from "@/lib/wizard/normalise-input";
import { getField } from "@/lib/wizard/questions";
import type { Answers, FormField } from "@/lib/wizard/types";
import type { WizardTranslator } from "./field-texts";
import type { StepFieldData } from "./step-field-data";

export const getDocumentAdviceTexts = (t: WizardTranslator): Record<DocumentAdvice, string> =>
  Object.fromEntries(documentAdvices.map((advice) => [advice, t(`fields.document.odd.${advice}`)])) as Record<
    DocumentAdvice,
    string
  >;

/** The advice that the control would show, for check answers. */
export function getAdvice(
  field: FormField,
  answers: Answers,
  { phoneLengths }: Pick<StepFieldData, "phoneLengths">,
  t: WizardTranslator,
): string | undefined {
  const value = answers[field];
  if (typeof value !== "string") return;
  const { control, pairedWith: companionField } = getField(field);
  const companion = String((companionField && answers[companionField as FormField]) ?? "");
  if (control === "email") {
    const email = suggestEmail(value);
    return email && t("fields.emailMeant", { email });
  }
  if (control === "phone") {
    const advice = getPhoneAdvice(companion, value, phoneLengths);
    return advice && t("fields.phone.odd", advice);
  }
  const advice = control === "document" && getDocumentAdvice(companion, value);
  return advice ? t(`fields.document.odd.${advice}`) : undefined;
}
