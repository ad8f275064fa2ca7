import { getLocale, getTranslations } from "next-intl/server";
import { FamilyForm } from "@/app/[locale]/account/family-form";
import { ChoiceOf, Submit } from "@/components/action/fields";
import { Notice } from "@/components/ui/notice";
import type { PlaceToAnswer } from "@/lib/family/place-answers";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { withSounds } from "@/lib/i18n/sounds";
import { answerPlacesAction } from "./actions";

type Props = {
  /** Of the link that leads here; none in the account. */
  token?: string;
  /** One at least, the one that ends first before the others. */
  places: PlaceToAnswer[];
};

/** Whether each place is kept, with what an answer means and what none does (admission 12). */
export async function AnswerForm({ token, places }: Props) {
  const [t, locale] = await Promise.all([
    getTranslations("account.placeAnswer"),
    getLocale() as Promise<Locale>,
  ]);
  const [first] = places as [PlaceToAnswer];
  const count = places.length;
  const day = (of: PlaceToAnswer) => withSounds({ day: dayInWords(of.answerBy, locale) });
  return (
    <>
      <FamilyForm
        action={answerPlacesAction}
        title={t("title", { count })}
        lead={t("lead", { count, ...day(first) })}
      >
        {token && <input type="hidden" name="token" value={token} />}
        {places.map((place) => (
          <ChoiceOf
            key={place.reference}
            name={`answer-${place.reference}`}
            label={
              <>
                <bdi>{place.student}</bdi>
                <span className="block text-small font-normal [overflow-wrap:anywhere]">
                  {place.place} · {t("until", day(place))}
                </span>
              </>
            }
            choices={[
              { value: "kept", label: t("kept"), hint: t("keptHint") },
              ...(place.mayGiveUp
                ? [{ value: "given_up", label: t("givenUp"), hint: t("givenUpHint") }]
                : []),
            ]}
          />
        ))}
        <Submit>{t("submit", { count })}</Submit>
      </FamilyForm>
      <Notice>
        <h2 className="mb-2 font-semibold">{t("before")}</h2>
        <ul className="list-disc space-y-1 pl-6">
          <li>{t(first.loses ? "silenceLoses" : "silenceAsks")}</li>
          <li>{t("noWayBack")}</li>
          <li>{t("noMoveUp")}</li>
          <li>{t("who")}</li>
        </ul>
      </Notice>
    </>
  );
}
