import { getLocale, getTranslations } from "next-intl/server";
import { getContactLinks } from "@/components/site/contact-links";
import type { WizardTranslator } from "@/components/wizard/fields/field-texts";
import { accountLinkTag } from "@/components/wizard/notices";
import { reloadLinkTag } from "@/components/wizard/step/draft-conflict";
import type { StepTexts } from "@/components/wizard/step/step-context";
import {
  draftConflicts,
  isFinalError,
  stepErrors,
  submitOnlyErrors,
} from "@/components/wizard/step/step-state";
import { addElision } from "@/lib/i18n/format";
import type { Settings } from "@/lib/school/settings";
import { getStep, type StepId } from "@/lib/wizard/steps";
import type { StepData } from "../_lib/step-data";

/** Heading, title and form texts of a step. */
export async function getStepTexts(
  step: StepId,
  { school, flow }: StepData,
): Promise<Omit<StepTexts, "problems"> & { heading: string }> {
  const [t, locale] = await Promise.all([getTranslations("wizard"), getLocale()]);
  const title = (name: string) =>
    t(`steps.${step}.title`, { who: flow.branch === "adult" ? "you" : "child", ...addElision({ name }) });
  const isLast = getStep(step).isLast === true;
  return {
    ...getFormTexts(t, locale, isLast, school.settings),
    heading: title(String(flow.answers.student_name ?? "")),
    // Without the child's name, because browsers keep titles in their history.
    title: `${title("…")} – ${t("caption")} – ${school.settings.school_name}`,
    submit: t(isLast ? "check.send" : "continue"),
  };
}

type FormTexts = Omit<StepTexts, "problems" | "title" | "submit">;

const cachedTexts = new WeakMap<Settings, Map<string, FormTexts>>();

/** Cached while the settings are unchanged. */
function getFormTexts(t: WizardTranslator, locale: string, isLast: boolean, settings: Settings): FormTexts {
  const textsByKey = cachedTexts.get(settings) ?? new Map<string, FormTexts>();
  cachedTexts.set(settings, textsByKey);
  const key = `${locale} ${isLast}`;
  const texts = textsByKey.get(key) ?? createFormTexts(t, isLast, settings);
  textsByKey.set(key, texts);
  return texts;
}

function createFormTexts(
  t: WizardTranslator,
  isLast: boolean,
  { contact_email: email, contact_phone: phone }: Settings,
) {
  const errors = stepErrors.filter((error) => isLast || !submitOnlyErrors.includes(error));
  return {
    sending: t("sending"),
    optional: t("optional"),
    errorPrefix: t("errorPrefix"),
    summaryTitle: t("summaryTitle"),
    fallback: t("problems.any.required"),
    errors: Object.fromEntries(
      errors.map((error) => [
        error,
        {
          title: t(isFinalError(error) ? "notSaved.duplicateTitle" : "notSaved.title"),
          text: t.rich(`notSaved.${error}`, { ...getContactLinks({ email, phone }), ...accountLinkTag }),
        },
      ]),
    ),
    conflicts: Object.fromEntries(
      draftConflicts.map((conflict) => [conflict, t.rich(`overtaken.${conflict}`, reloadLinkTag)]),
    ) as StepTexts["conflicts"],
  };
}
