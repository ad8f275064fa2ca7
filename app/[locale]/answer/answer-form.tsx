import { getLocale, getTranslations } from "next-intl/server";
import { FamilyForm } from "@/app/[locale]/account/family-form";
import { ChoiceOf, Submit } from "@/components/action/fields";
import { Icon } from "@/components/ui/icon";
import { send } from "@/components/ui/icons";
import { Sheet } from "@/components/ui/section";
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
          <div key={place.reference} className="card mb-4 pb-0">
            <ChoiceOf
              name={`answer-${place.reference}`}
              beside
              label={
                <>
                  <bdi className="block font-head text-heading">{place.student}</bdi>
                  <span className="block text-small font-normal text-muted [overflow-wrap:anywhere]">
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
          </div>
        ))}
        <p className="mt-8 mb-10">
          <Submit>
            <Icon d={send} />
            {t("submit", { count })}
          </Submit>
        </p>
      </FamilyForm>
      <Sheet title={t("before")}>
        <ul className="divide-y divide-hairline [&>li]:py-2">
          <li>{t(first.loses ? "silenceLoses" : "silenceAsks")}</li>
          <li>{t("noWayBack")}</li>
          <li>{t("noMoveUp")}</li>
          <li>{t("who")}</li>
        </ul>
      </Sheet>
    </>
  );
}
