import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { ShownField } from "@/app/[locale]/shown-field";
import { RadioField, SubmitButton } from "@/components/forms/fields";
import { Icon } from "@/components/ui/icons/icon";
import { send } from "@/components/ui/icons/paths";
import { DescriptionList, Section } from "@/components/ui/section";
import { type listPlacesToConfirm, placesShown } from "@/lib/family/confirmations/verbs";
import { addElision, formatDay } from "@/lib/i18n/format";
import { confirmPlacesAction } from "./actions";

type PlaceToConfirm = Awaited<ReturnType<typeof listPlacesToConfirm>>[number];

type Props = {
  /** Undefined in the account. */
  token?: string;
  /** At least one; the earliest deadline first. */
  places: PlaceToConfirm[];
};

/** Explains what an answer means, and no answer (admission 12). */
export async function PlaceConfirmationForm({ token, places }: Props) {
  const [t, format, locale] = await Promise.all([
    getTranslations("account.placeAnswer"),
    getFormatter(),
    getLocale(),
  ]);
  const [first] = places as [PlaceToConfirm];
  const count = places.length;
  const own = (of: PlaceToConfirm) => ({ own: of.isOwn ? "yes" : "no" });
  const names = format.list(places.map(({ name }) => name));
  const day = (of: PlaceToConfirm) => addElision({ day: formatDay(of.answerBy, locale) });
  const about = (what: "silence" | "noWayBack" | "noMoveUp" | "who", value: string) => ({
    label: t(`about.${what}`),
    value,
  });
  return (
    <>
      <AccountForm
        action={confirmPlacesAction}
        title={t("title", { count, names, ...own(first) })}
        intro={t("lead", { count, ...day(first) })}
      >
        {token && <input type="hidden" name="token" value={token} />}
        <ShownField parts={placesShown(places)} />
        {places.map((place) => (
          <div key={place.reference} className="card mb-4 pb-0">
            <RadioField
              name={`answer-${place.reference}`}
              beside
              label={
                <>
                  <bdi className="block font-head text-heading">{place.student}</bdi>
                  <span className="mb-2 block text-small font-normal text-muted [overflow-wrap:anywhere]">
                    {[place.place, t("until", day(place))].filter(Boolean).join(" · ")}
                  </span>
                </>
              }
              choices={[
                { value: "kept", label: t("kept", own(place)), hint: t("keptHint") },
                ...(place.canGiveUp
                  ? [{ value: "given_up", label: t("givenUp", own(place)), hint: t("givenUpHint") }]
                  : []),
              ]}
            />
          </div>
        ))}
        <p className="mt-8 mb-10">
          <SubmitButton>
            <Icon d={send} />
            {t("submit", { count })}
          </SubmitButton>
        </p>
      </AccountForm>
      <Section title={t("before")}>
        <DescriptionList
          rows={[
            about("silence", t(first.loses ? "silenceLoses" : "silenceAsks")),
            about("noWayBack", t("noWayBack")),
            about("noMoveUp", t("noMoveUp")),
            ...(places.every(({ isOwn }) => isOwn) ? [] : [about("who", t("who"))]),
          ]}
        />
      </Section>
    </>
  );
}
