import { getLocale, getTranslations } from "next-intl/server";
import { accountLink } from "@/components/form/account-link";
import type { Translate } from "@/components/form/field-words";
import { here } from "@/components/form/overtaken";
import type { StepWords } from "@/components/form/step-context";
import { closes, overtakings, refusals, whenSending } from "@/components/form/step-state";
import { contactLinks } from "@/components/site/contact-links";
import { type StepId, getStep } from "@/lib/wizard/steps";
import { addElision } from "@/lib/i18n/format";
import type { Settings } from "@/lib/school/settings";
import type { StepData } from "./step-data";

/** A step's heading, title and the words of its form, but for those of single fields. */
export async function stepWords(
  step: StepId,
  { school, flow }: StepData,
): Promise<Omit<StepWords, "problems"> & { heading: string }> {
  const [t, locale] = await Promise.all([getTranslations("wizard"), getLocale()]);
  const title = (name: string) =>
    t(`steps.${step}.title`, { who: flow.branch === "adult" ? "you" : "child", ...addElision({ name }) });
  const sends = getStep(step).isLast === true;
  return {
    ...wordsOfForms(t, locale, sends, school.settings),
    heading: title(String(flow.answers.student_name ?? "")),
    // A title may be kept in a history: it never names the child.
    title: `${title("…")} – ${t("caption")} – ${school.settings.school_name}`,
    submit: t(sends ? "check.send" : "continue"),
  };
}

type FormWords = Omit<StepWords, "problems" | "title" | "submit">;

const made = new WeakMap<Settings, Map<string, FormWords>>();

/** What the forms of all steps say, made once while the school's settings stay. */
function wordsOfForms(t: Translate, locale: string, sends: boolean, settings: Settings): FormWords {
  const known = made.get(settings) ?? new Map<string, FormWords>();
  made.set(settings, known);
  const key = `${locale} ${sends}`;
  const words = known.get(key) ?? makeWords(t, sends, settings);
  known.set(key, words);
  return words;
}

function makeWords(t: Translate, sends: boolean, { contact_email: email, contact_phone: phone }: Settings) {
  const told = refusals.filter((refusal) => sends || !whenSending.includes(refusal));
  return {
    sending: t("sending"),
    optional: t("optional"),
    errorPrefix: t("errorPrefix"),
    summaryTitle: t("summaryTitle"),
    fallback: t("problems.any.required"),
    refusals: Object.fromEntries(
      told.map((refusal) => [
        refusal,
        {
          title: t(closes(refusal) ? "notSaved.duplicateTitle" : "notSaved.title"),
          text: t.rich(`notSaved.${refusal}`, { ...contactLinks({ email, phone }), ...accountLink }),
        },
      ]),
    ),
    overtaken: Object.fromEntries(
      overtakings.map((what) => [what, t.rich(`overtaken.${what}`, here)]),
    ) as StepWords["overtaken"],
  };
}
