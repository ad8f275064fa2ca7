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
  const getOwn = (place: PlaceToConfirm) => ({ own: place.isOwn ? "yes" : "no" });
  const names = format.list(places.map(({ name }) => name));
  const getDay = (place: PlaceToConfirm) => addElision({ day: formatDay(place.answerBy, locale) });
  const createRow = (topic: "silence" | "noWayBack" | "noMoveUp" | "who", value: string) => ({
    label: t(`about.${topic}`),
    value,
  });
  return (
    <>
      <AccountForm
        action={confirmPlacesAction}
        title={t("title", { count, names, ...getOwn(first) })}
        intro={t("lead", { count, ...getDay(first) })}
      >
        {token && <input type="hidden" name="token" value={token} />}
        <ShownField parts={placesShown(places)} />
        {places.map((place) => (
          <div key={place.reference} className="card mb-4 pb-0">
            <RadioField
              name={`answer-${place.reference}`}
              inline
              label={
                <>
                  <bdi className="block font-head text-heading">{place.student}</bdi>
                  <span className="mb-2 block text-small font-normal text-muted [overflow-wrap:anywhere]">
                    {[place.place, t("until", getDay(place))].filter(Boolean).join(" · ")}
                  </span>
                </>
              }
              choices={[
                { value: "kept", label: t("kept", getOwn(place)), hint: t("keptHint") },
                ...(place.canGiveUp
                  ? [{ value: "given_up", label: t("givenUp", getOwn(place)), hint: t("givenUpHint") }]
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
            createRow("silence", t(first.loses ? "silenceLoses" : "silenceAsks")),
            createRow("noWayBack", t("noWayBack")),
            createRow("noMoveUp", t("noMoveUp")),
            ...(places.every(({ isOwn }) => isOwn) ? [] : [createRow("who", t("who"))]),
          ]}
        />
      </Section>
    </>
  );
}
