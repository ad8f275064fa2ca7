import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { createReloadLink } from "@/app/[locale]/desk/_lib/staff-action";
import { createAuditTexts } from "@/app/[locale]/desk/(admin)/audit/audit-texts";
import type { ActionOutcome } from "@/components/forms/action-state";
import { readAuditNames } from "@/lib/desk/audit/names";
import type { LastChange } from "@/lib/people/audit-log";
import type { Actor } from "@/lib/people/staff/permissions";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { ConflictError } from "@/lib/people/verb";
import { readFormFields } from "@/lib/platform/page-request";

/**
 * A conflict is shown once; saving again overwrites, except where the form has the record's version.
 * @param withCurrentValue shows the current value
 */
export async function catchConflict(
  form: FormData,
  actor: StaffSession["actor"],
  save: () => Promise<ActionOutcome>,
  withCurrentValue = false,
): Promise<ActionOutcome> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const { field, now, by, values, issues } = error;
    const t = await getTranslations("desk");
    const name = by?.name ?? t("settings.service");
    const fields = { ...readFormFields(form), was: [now] };
    // Of several values in one record; the form shows none of them.
    if (values) {
      const texts = { who: name, ...values, ...(await describeChange(actor, by)) };
      const code = issues[0]?.code as "claim_overtaken" | "round_changed";
      const remedy = code === "round_changed" && (await createReloadLink(actor.id, form));
      return {
        problems: [{ text: t(`problems.${code}`, texts as never), ...(remedy && { remedy }) }],
        values: { ...fields, version: [now] },
      };
    }
    const text = withCurrentValue
      ? t("settings.overtaken", { who: name, now: now || t("settings.none") })
      : t("texts.overtaken", { who: name });
    return { problems: [{ field, text }], values: fields };
  }
}

/** Author, time and changed values, as in the audit log; `what` is "none" when the log has no entry. */
async function describeChange(actor: Actor, change: LastChange | undefined) {
  if (!change) return { time: "", what: "none" };
  const [t, dates, numbers, names] = await Promise.all([
    getTranslations(),
    getDateFormats(),
    getFormatter(),
    readAuditNames(actor, [], [change], await getLocale()),
  ]);
  const texts = createAuditTexts(t, { ...dates, ...numbers }, (_, text) => text);
  const values = change.values.map((value) => texts.change(change, value, names));
  const details = [change.objectKind === "enrollment" && change.objectId, ...values]
    .filter(Boolean)
    .join("; ");
  return {
    ...(!change.name && { who: texts.actor(change.by) }),
    time: dates.instant(change.at),
    what: texts.action(change.action) + (details && ` (${details})`),
  };
}
