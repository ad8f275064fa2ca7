import type { useTranslations } from "next-intl";
import { getField } from "@/lib/wizard/questions";
import type { Branch, FormField } from "@/lib/wizard/types";

export type WizardTranslator = ReturnType<typeof useTranslations<"wizard">>;

/** Whom a text addresses: the user, or whose answers they write. */
export type FormAddressee = "you" | "child" | "guardian" | "second";

/** @param branch `staff` enters the answers of others */
export function getFormAddressee(field: FormField, branch: Branch | "staff" | undefined): FormAddressee {
  const { person } = getField(field);
  if (person === "second_guardian") return "second";
  if (branch === "staff") return person === "guardian" ? person : "child";
  return person === "guardian" || branch === "adult" ? "you" : "child";
}

/** Choices are numbered; other fields have their own label. */
export function getFieldLabel(field: FormField, branch: Branch | undefined, t: WizardTranslator): string {
  const { textKey, stored } = getField(field);
  if (stored && "option" in stored)
    return t(`fields.${textKey}.label` as never, { at: String(stored.option) } as never);
  return t(`fields.${textKey}.label` as never, { who: getFormAddressee(field, branch) } as never);
}

/** Texts that not every field has. */
export function getFieldText(
  field: FormField,
  part: "question" | "hint" | "none" | "yes" | "no" | "yesHint" | "noHint",
  t: WizardTranslator,
  values: Record<string, string> = {},
): string | undefined {
  const key = `fields.${getField(field).textKey}.${part}` as never;
  return t.has(key) ? t(key, values as never) : undefined;
}
