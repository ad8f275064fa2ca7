import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { MailPreview, OnceSeen, Version } from "@/app/[locale]/desk/enrollments/[reference]/mail-preview";
import type { PreviewedMail } from "@/components/action/action-state";
import { Choice, Submit, TextArea } from "@/components/action/fields";
import { leftIn } from "@/components/desk/left-in";
import { PlacesAfter } from "@/components/desk/places-after";
import { stateLooks } from "@/components/site/state-look";
import { Icon } from "@/components/ui/icon";
import { eye } from "@/components/ui/icons";
import type { DecidedState, DecisionOptions, OccupiedPlace, PlaceChoice } from "@/lib/desk/decide/queries";
import { states } from "@/lib/enrollment/states";
import { DeskForm } from "../../../../desk-form";
import { decideAction } from "./actions";
import { NothingOpen, OpenPlaces } from "./open-places";

type Props = {
  to: DecidedState;
  version: number;
  /** The one that stands instead, of one that is withdrawn as repeated: then that is the reason. */
  repeats: string | undefined;
  choices: DecisionOptions;
  first: PreviewedMail[] | undefined;
  /** Whether another one follows in the list that it was opened from. */
  hasNext: boolean;
  /** Whom it is about, and how the place to begin with stands. */
  name: string;
  after: OccupiedPlace[];
  title: string;
  caption: ReactNode;
};

/** Everything that a decision needs, with the messages that it would send. */
export function DecideForm({ to, version, repeats, choices, first, hasNext, name, after, ...page }: Props) {
  const t = useTranslations("decisions.form");
  const tellings = [
    { value: "held", label: t("held", { minutes: choices.minutes }) },
    { value: "with_list", label: t("with_list") },
    { value: "now", label: t("now") },
  ];
  const { open } = choices;
  if (open?.length === 0) return <NothingOpen title={page.title} caption={page.caption} />;
  const submits = <Submits to={to} hasNext={hasNext} />;
  return (
    <DeskForm name="decide" action={decideAction} className="beside" {...page}>
      <Version version={version} />
      <MailPreview
        first={first}
        words={{ title: t("previewTitle"), nobody: t("nobody"), later: t("previewLater") }}
      />
      <div className="card card-raised">
        {after.length > 0 && (
          <PlacesAfter
            places={after}
            words={({ after, limit }) =>
              t("after", { student: name, taken: after, limit, left: Math.max(0, limit - after) })
            }
          />
        )}
        {open && <OpenPlaces open={open} preselected={choices.preselected} />}
        {!open && "holds" in states[to] && <PlaceFields choices={choices} />}
        {repeats && <Repeats reference={repeats} />}
        <ReasonFields to={to} reasons={repeats ? [] : choices.reasons} />
        <Choice name="tell" label={t("tell")} options={choices.minutes > 0 ? tellings : tellings.slice(1)} />
        <div className="grid gap-3">
          {open ? (
            <OnceSeen first={first} before={<p>{t("lookFirst")}</p>}>
              {submits}
            </OnceSeen>
          ) : (
            submits
          )}
          <Submit look="secondary" name="intent" value="look">
            <Icon d={eye} />
            {t("look")}
          </Submit>
        </div>
      </div>
    </DeskForm>
  );
}

function Submits({ to, hasNext }: Pick<Props, "to" | "hasNext">) {
  const t = useTranslations("decisions");
  return (
    <>
      <Submit name="intent" value="decide">
        <Icon d={stateLooks[states[to].look].icon} />
        {t(`actions.${to}`)}
      </Submit>
      {hasNext && (
        <Submit look="secondary" name="intent" value="next">
          {t("form.andNext")}
        </Submit>
      )}
    </>
  );
}

function Repeats({ reference }: { reference: string }) {
  const t = useTranslations("decisions.form");
  return (
    <p className="mb-5">
      <input type="hidden" name="repeats" value={reference} />
      {t.rich("repeats", { reference: () => <span className="font-mono">{reference}</span> })}
    </p>
  );
}

function PlaceFields({ choices: { specialities, syllabi, preselected } }: { choices: DecisionOptions }) {
  const t = useTranslations("decisions.form");
  const option = ({ id, name, wish, ...left }: PlaceChoice) => ({
    value: String(id),
    label: [name, wish && t("wish", { option: wish }), t("left", leftIn(left))].filter(Boolean).join(" · "),
  });
  return (
    <>
      <Choice
        name="speciality"
        label={t("speciality")}
        blank={t("none")}
        options={specialities.map(option)}
        defaultValue={String(preselected.specialityId ?? "")}
      />
      <Choice
        name="syllabus"
        label={t("syllabus")}
        blank={t("none")}
        options={syllabi.map(option)}
        defaultValue={String(preselected.syllabusId ?? "")}
      />
    </>
  );
}

/** A reason that is told comes with words that are told; any other stays at the school. */
function ReasonFields({ to, reasons }: { to: DecidedState; reasons: DecisionOptions["reasons"] }) {
  const t = useTranslations("decisions.form");
  const exception = to === "accepted";
  const told = to === "rejected" || to === "withdrawn";
  return (
    <>
      {reasons.length > 0 && (
        <Choice
          name="reason"
          label={t(exception ? "exception" : "reason")}
          blank={t(exception ? "noException" : "chooseReason")}
          options={reasons.map(({ code, words }) => ({ value: code, label: words }))}
        />
      )}
      {told && <TextArea name="words" rows={4} maxLength={2000} label={t("words")} hint={t("wordsHint")} />}
      <TextArea name="inside" rows={2} maxLength={2000} label={t("inside")} hint={t("insideHint")} />
    </>
  );
}
