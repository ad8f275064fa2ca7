import { getTranslations } from "next-intl/server";
import { accountLink } from "@/components/form/account-link";
import { here } from "@/components/form/overtaken";
import type { StepWords } from "@/components/form/step-context";
import { closes, overtakings, refusals } from "@/components/form/step-state";
import { contactLinks } from "@/components/site/contact-links";
import { type StepId, stepRow } from "@/lib/form/steps";
import { withSounds } from "@/lib/i18n/sounds";
import type { StepData } from "./step-data";

/** A step's heading, title and the words of its form, but for those of single fields. */
export async function stepWords(
  step: StepId,
  { school, flow }: StepData,
): Promise<Omit<StepWords, "problems"> & { heading: string }> {
  const t = await getTranslations("wizard");
  const { school_name, contact_email: email, contact_phone: phone } = school.settings;
  const title = (name: string) =>
    t(`steps.${step}.title`, { who: flow.branch === "adult" ? "you" : "child", ...withSounds({ name }) });
  const { sends, confirms } = stepRow(step);
  const heading = title(String(flow.answers.student_name ?? ""));
  return {
    heading,
    // A title may be kept in a history: it never names the child.
    title: `${title("…")} – ${t("caption")} – ${school_name}`,
    submit: t(sends ? "check.send" : confirms ? "known.confirm" : "continue"),
    sending: t("sending"),
    optional: t("optional"),
    errorPrefix: t("errorPrefix"),
    summaryTitle: t("summaryTitle"),
    fallback: t("problems.any.required"),
    refusals: Object.fromEntries(
      refusals.map((refusal) => [
        refusal,
        {
          title: t(closes(refusal) ? "notSaved.duplicateTitle" : "notSaved.title"),
          text: t.rich(`notSaved.${refusal}`, { ...contactLinks({ email, phone }), ...accountLink }),
        },
      ]),
    ) as StepWords["refusals"],
    overtaken: Object.fromEntries(
      overtakings.map((what) => [what, t.rich(`overtaken.${what}`, here)]),
    ) as StepWords["overtaken"],
  };
}
