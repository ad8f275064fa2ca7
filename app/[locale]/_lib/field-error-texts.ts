import { getFormAddressee, type WizardTranslator } from "@/components/wizard/fields/field-texts";
import { keepPlaceholders } from "@/components/wizard/fields/fill-text";
import { listFieldErrorCodes } from "@/lib/wizard/drafts/rules";
import { getField } from "@/lib/wizard/questions";
import type { FormField } from "@/lib/wizard/types";

type FormBranch = Parameters<typeof getFormAddressee>[1];

/** Every error text of the fields, by `field.code` (wizard 11): the field's own or the general one. */
export function getFieldErrorTexts(
  fields: readonly FormField[],
  branch: FormBranch,
  t: WizardTranslator,
  locale: string,
): Record<string, string> {
  const key = [locale, branch, ...fields].join(" ");
  const texts = cache.get(key) ?? createTexts(fields, branch, t);
  cache.set(key, texts);
  return texts;
}

/** Bounded by steps, branches and languages. Parsing messages takes a tenth of a page's time. */
const cache = new Map<string, Record<string, string>>();

function createTexts(fields: readonly FormField[], branch: FormBranch, t: WizardTranslator) {
  const texts: Record<string, string> = {};
  for (const field of fields) {
    for (const code of listFieldErrorCodes(field)) {
      const key = [`problems.${getField(field).textKey}.${code}`, `problems.any.${code}`].find((candidate) =>
        t.has(candidate as never),
      );
      if (key)
        texts[`${field}.${code}`] = t(
          key as never,
          { who: getFormAddressee(field, branch), ...keepPlaceholders("date", "email") } as never,
        );
    }
  }
  return texts;
}
