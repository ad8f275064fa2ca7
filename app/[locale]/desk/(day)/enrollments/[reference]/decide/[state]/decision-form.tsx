import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { NotificationField, PlaceFields, ReasonFields } from "@/app/[locale]/desk/(day)/decision-fields";
import { decideAction } from "@/app/[locale]/desk/(day)/enrollments/[reference]/decide/[state]/actions";
import { PlaceSelect } from "@/app/[locale]/desk/(day)/enrollments/[reference]/decide/[state]/place-select";
import { getFreePlacesValues } from "@/components/desk/enrollment/free-places";
import { PlacesPreview } from "@/components/desk/enrollment/places-preview";
import { AfterPreview, MailPreview, VersionField } from "@/components/desk/mail-preview";
import type { PreviewMail } from "@/components/forms/action-state";
import { PreviewButton, SubmitButton } from "@/components/forms/fields";
import { PageHeading } from "@/components/layout/page-column";
import { stateStyles } from "@/components/site/state-styles";
import { Icon } from "@/components/ui/icons/icon";
import { Notice } from "@/components/ui/notice";
import { isSamePlace, NO_PLACE } from "@/lib/decisions/place";
import type { DecisionOptions } from "@/lib/desk/decide/queries";
import type { OccupiedPlace } from "@/lib/desk/places/queries";
import { type State, states } from "@/lib/enrollment/states";

type PlaceOption = NonNullable<DecisionOptions["open"]>[number];

type Props = {
  to: State;
  /** The other enrollment of a duplicate: then that is the reason. */
  repeats: string | undefined;
  options: DecisionOptions;
  mails: PreviewMail[] | undefined;
  /** The list has another enrollment. */
  hasNext: boolean;
  /** Student's name and status of the preselected place. */
  name: string;
  places: OccupiedPlace[];
  title: string;
  caption: ReactNode;
};

export function DecisionForm({ to, repeats, options, mails, hasNext, name, places, ...page }: Props) {
  const t = useTranslations("decisions.form");
  const reasons = repeats || options.reasons.length === 0 ? undefined : options.reasons;
  const { open } = options;
  if (open?.length === 0) return <NoDecision {...page}>{t("closed")}</NoDecision>;
  const submitButtons = <SubmitButtons to={to} hasNext={hasNext} />;
  return (
    <DeskForm name="decide" action={decideAction} className="beside" {...page}>
      <VersionField version={options.version} />
      <MailPreview
        mails={mails}
        texts={{ title: t("previewTitle"), nobody: t("nobody"), later: t("previewLater") }}
      />
      <div className="card card-raised">
        {places.length > 0 && (
          <PlacesPreview
            places={places}
            toText={({ after, limit }) =>
              t("after", { student: name, taken: after, limit, left: Math.sign(limit - after) })
            }
          />
        )}
        {open && <PlaceField open={open} preselected={options.preselected} />}
        {!open && "holds" in states[to] && <RatedPlaceFields choices={options} />}
        {repeats && <DuplicateField reference={repeats} />}
        <ReasonFields
          reasons={reasons}
          isException={to === "accepted"}
          hasText={to === "rejected" || to === "withdrawn"}
          isErased={options.isErased}
        />
        <NotificationField minutes={options.minutes} value={options.tell} />
        <div className="grid gap-3">
          {open ? (
            <AfterPreview mails={mails} fallback={<p>{t("lookFirst")}</p>}>
              {submitButtons}
            </AfterPreview>
          ) : (
            submitButtons
          )}
          <PreviewButton>{t("look")}</PreviewButton>
        </div>
      </div>
    </DeskForm>
  );
}

function SubmitButtons({ to, hasNext }: Pick<Props, "to" | "hasNext">) {
  const t = useTranslations("decisions");
  return (
    <>
      <SubmitButton name="intent" value="decide">
        <Icon d={stateStyles[states[to].chip].icon} />
        {t(`actions.${to}`)}
      </SubmitButton>
      {hasNext && (
        <SubmitButton variant="secondary" name="intent" value="next">
          {t("form.andNext")}
        </SubmitButton>
      )}
    </>
  );
}

function DuplicateField({ reference }: { reference: string }) {
  const t = useTranslations("decisions.form");
  return (
    <p className="mb-5">
      <input type="hidden" name="repeats" value={reference} />
      {t.rich("repeats", { reference: () => <span className="font-mono">{reference}</span> })}
    </p>
  );
}

function RatedPlaceFields({ choices: { specialities, syllabi, preselected } }: { choices: DecisionOptions }) {
  const t = useTranslations("decisions.form");
  const toOption = ({ id, name, option, ...occupancy }: DecisionOptions["syllabi"][number]) => ({
    value: String(id),
    label: [name, option && t("wish", { option }), t("left", getFreePlacesValues(occupancy))]
      .filter(Boolean)
      .join(" · "),
  });
  return (
    <PlaceFields
      blank={t("none")}
      specialities={specialities.map(toOption)}
      syllabi={syllabi.map(toOption)}
      value={preselected}
    />
  );
}

type PlaceFieldProps = { open: PlaceOption[] } & Pick<DecisionOptions, "preselected">;

/** Places to offer; the family's choices first, and only they are preselected. */
function PlaceField({ open, preselected }: PlaceFieldProps) {
  const t = useTranslations("decisions.form");
  const first = open.find((place) => isSamePlace(place, preselected));
  const formatLabel = (name: string, option: number | undefined, ...more: string[]) =>
    [name, option && t("wish", { option }), ...more].filter(Boolean).join(" · ");
  const blank = { value: "", label: t("choose") };
  const specialities = [...new Set(open.map(({ specialityId }) => specialityId))].map((id) => {
    const places = open.filter(({ specialityId }) => specialityId === id);
    const syllabi = places.map(({ syllabusId, syllabus, option, ...counts }) => ({
      value: String(syllabusId ?? ""),
      label: formatLabel(syllabus ?? t("none"), option, t("left", getFreePlacesValues(counts))),
    }));
    return {
      value: toValue(id),
      label: formatLabel(places[0]?.speciality ?? t("noSpeciality"), places[0]?.option),
      syllabi: id === null ? [blank, ...syllabi] : syllabi,
    };
  });
  return (
    <>
      {!isSamePlace(preselected, NO_PLACE) && !first && <Notice tone="wait">{t("closed")}</Notice>}
      <PlaceSelect
        preselected={{
          speciality: first ? toValue(first.specialityId) : "",
          syllabus: String(first?.syllabusId ?? ""),
        }}
        texts={{ speciality: t("speciality"), syllabus: t("syllabus"), show: t("show") }}
        specialities={[{ ...blank, syllabi: [] }, ...specialities]}
      />
    </>
  );
}

/** A place without a speciality is a choice too, unlike the empty option. */
const toValue = (specialityId: number | null) => String(specialityId ?? "none");

type NoDecisionProps = Pick<Props, "title" | "caption"> & { children: ReactNode };

/** Shown instead of a form that could not be submitted: the reason. */
export function NoDecision({ title, caption, children }: NoDecisionProps) {
  return (
    <>
      <title>{title}</title>
      <PageHeading caption={caption}>{title}</PageHeading>
      <Notice tone="wait">{children}</Notice>
    </>
  );
}
