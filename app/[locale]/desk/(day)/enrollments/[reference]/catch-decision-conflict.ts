import { getLocale, getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import type { ActionOutcome } from "@/components/forms/action-state";
import { DecisionError, formatDecisionError } from "@/lib/decisions/decision-error";
import { readDecisionHistory } from "@/lib/desk/decide/queries";
import type { Actor } from "@/lib/people/staff/permissions";

/** On a conflict shows who changed what (desk 12). */
export async function catchDecisionConflict(
  actor: Actor,
  reference: string,
  run: () => Promise<ActionOutcome>,
): Promise<ActionOutcome> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DecisionError) || error.code !== "changed_meanwhile") throw error;
    const { change, version } = await describeChange(actor, reference);
    return {
      problems: [{ text: `${formatDecisionError(error, await getLocale())} ${change}`.trim() }],
      version,
    };
  }
}

/** The last decision: who, when and the state. */
export async function describeChange(actor: Actor, reference: string) {
  const { history, enrollment } = await readDecisionHistory(actor, reference, await getLocale());
  const [t, { instant }] = await Promise.all([getTranslations("decisions"), getDateFormats()]);
  const [last] = history;
  const change =
    last &&
    t("form.since", {
      who:
        last.author ??
        t(last.actorKind === "family" || last.actorKind === "api_key" ? "form.family" : "form.school"),
      time: instant(last.settledAt ?? last.decidedAt),
      state: t(`states.${enrollment.decidedState}`),
    });
  return { change: change ?? "", version: String(enrollment.version) };
}
