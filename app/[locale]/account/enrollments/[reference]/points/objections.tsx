import { getLocale, getTranslations } from "next-intl/server";
import { Submit, TextArea } from "@/components/action/fields";
import { Sheet } from "@/components/ui/section";
import type { OwnRound } from "@/lib/family/round";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { withSounds } from "@/lib/i18n/sounds";
import { dayOf } from "@/lib/platform/dates";
import { FamilyForm } from "../../../family-form";
import { objectAction } from "./actions";

/** What the family has said against the provisional list, the school's answers, and the way to say it. */
export async function Objections({ own }: { own: OwnRound }) {
  const [t, locale] = await Promise.all([
    getTranslations("account.points.objections"),
    getLocale() as Promise<Locale>,
  ]);
  const { objections, mayObject, reference, round } = own;
  if (!mayObject && objections.length === 0) return null;
  const waits = objections.some(({ answer }) => answer === null);
  const by = round.objectionsBy && dayInWords(dayOf(round.objectionsBy), locale);
  return (
    <Sheet title={t("title")} id="objections">
      {objections.map(({ words, at, answer, upheld }) => (
        <article key={at.getTime()} className="border-b border-hairline py-4">
          <p className="quote whitespace-pre-line [overflow-wrap:anywhere]">{words}</p>
          <p className="mt-3 max-w-measure whitespace-pre-line [overflow-wrap:anywhere]">
            <b>{t(answer === null ? "waits" : upheld ? "upheld" : "rejected")}</b> {answer}
          </p>
        </article>
      ))}
      {mayObject && !waits && (
        <FamilyForm action={objectAction} className="mt-4">
          <p className="mb-4 max-w-measure">{by ? t("leadUntil", withSounds({ day: by })) : t("lead")}</p>
          <input type="hidden" name="reference" value={reference} />
          <TextArea name="words" label={t("label")} rows={4} />
          <Submit look="secondary">{t("submit")}</Submit>
        </FamilyForm>
      )}
    </Sheet>
  );
}
