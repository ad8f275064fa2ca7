import { getFormatter, getTranslations } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskFlashMessage } from "@/components/desk/desk-flash-message";
import { NoSchoolYear } from "@/components/desk/no-school-year";
import { PageHeading } from "@/components/layout/page-column";
import { LinkButton } from "@/components/site/link-button";
import { createDateFormat, getRoundPhases } from "@/components/site/round-phases";
import { EmptyState } from "@/components/ui/empty-state";
import { Timeline } from "@/components/ui/timeline";
import { listMissingCourses, readBoard, readFinalBoard } from "@/lib/admission/board/queries";
import { getDrawResult, listYearRounds, type Round } from "@/lib/admission/round";
import { Link } from "@/lib/i18n/navigation";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";
import { getSettings } from "@/lib/school/settings";
import { DrawNumberForm } from "./_forms/draw-number-form";
import { PlanForm } from "./_forms/plan-form";
import { PointsFormatForm } from "./_forms/points-format-form";
import { RoundCorrection, RoundStepBackForm, RoundStepForm } from "./_forms/round-step-form";
import { AllotmentBoard } from "./allotment-board";
import { ChangesAfterProvisional } from "./changes-after-provisional";
import { FreezeCheck } from "./freeze-check";
import { MissingCourse } from "./missing-course";
import { Objections } from "./objections";
import { OpeningPreview } from "./opening-preview";
import { OutsideRound } from "./outside-round";

/** A year's round: next step and results (admission 1 to 6). */
export default defineDeskPage(
  "read",
  "desk.round",
  async ({ t, actor, query: { year: wanted, said, lane, page, objection, opening, outside } }) => {
    const { year } = await getSelectedYear(wanted);
    if (!year) return <NoSchoolYear />;
    const rounds = await listYearRounds(year.id);
    const round = rounds.find(({ state }) => state !== "closed");
    const mayRun = hasPermission(actor, "run_round");
    return (
      <DeskColumn>
        <title>{t("title")}</title>
        <DeskFlashMessage said={said} />
        <PageHeading caption={year.year}>{round?.name ?? t("title")}</PageHeading>
        {round && (
          <RoundSections
            {...{ round, actor, year: year.id, mayRun, lane, page, objection, opening, outside }}
          />
        )}
        {!round && mayRun && <PlanForm year={year.id} />}
        {!round && !mayRun && <EmptyState>{t("none")}</EmptyState>}
        {rounds.some(({ state }) => state === "closed") && (
          <ul className="mt-8">
            {rounds
              .filter(({ state }) => state === "closed")
              .map(({ code, name }) => (
                <li key={code}>
                  <Link href={`/admission/${code}`}>{name}</Link>
                </li>
              ))}
          </ul>
        )}
      </DeskColumn>
    );
  },
);

export type RoundProps = {
  round: Round;
  actor: Actor;
  year: number;
  mayRun: boolean;
  /** The opened speciality. */
  lane: string | string[] | undefined;
  /** Page of its students. */
  page: string | string[] | undefined;
  /** The objection to answer; the first open one by default. */
  objection: string | string[] | undefined;
  /** Shows the preview of opening. */
  opening: string | string[] | undefined;
  /** Offset in the list of those outside of the round. */
  outside: string | string[] | undefined;
};

async function Phases({ round }: Pick<RoundProps, "round">) {
  const [t, format, { time_zone: timeZone }] = await Promise.all([
    getTranslations("round"),
    getFormatter(),
    getSettings(),
  ]);
  const reached = { round, state: round.state, drawn: getDrawResult(round) };
  return (
    <div className="mb-8">
      <Timeline across moments={getRoundPhases(reached, t, createDateFormat(format, timeZone))} />
    </div>
  );
}

/** Parts for the round's state. */
async function RoundSections(shown: RoundProps) {
  const t = await getTranslations("desk.round");
  const { round, mayRun, year } = shown;
  const { state, code } = round;
  const board = await getBoard(shown);
  if (state === "draft" && mayRun && shown.opening) return <OpeningPreview {...shown} />;
  const unnamed = board && state !== "final" && mayRun ? listMissingCourses(board) : [];
  return (
    <>
      <Phases round={round} />
      <p className="mb-5 max-w-measure">{t(`lead.${state as "open"}`)}</p>
      {state !== "draft" && (
        <p className="mb-6">
          <Link href={`/admission/${code}`}>{t("public")}</Link>
        </p>
      )}
      {(state === "draft" || state === "open") && mayRun && <PointsFormatForm {...shown} />}
      {state === "draft" && mayRun && (
        <p className="mb-6">
          <LinkButton href={`/desk/round?year=${year}&opening=yes`}>{t("opening.see")}</LinkButton>
        </p>
      )}
      {state === "open" && <FreezeCheck {...shown} />}
      {state === "frozen" && <DrawNumberForm {...shown} />}
      {state === "provisional" && <Objections {...shown} />}
      {board && state === "provisional" && <ChangesAfterProvisional {...shown} board={board} />}
      {state === "drawn" && mayRun && <RoundStepForm {...shown} step="provisional" />}
      {unnamed.length > 0 && <MissingCourse lines={unnamed} year={year} />}
      {state === "provisional" && mayRun && unnamed.length === 0 && <RoundStepForm {...shown} step="final" />}
      {state === "final" && mayRun && (
        <div className="flex flex-wrap items-start gap-4">
          <LinkButton href={`/desk/tell?year=${year}`}>{t("tell")}</LinkButton>
          <RoundStepForm {...shown} step="close" look="secondary" />
        </div>
      )}
      {board && <AllotmentBoard {...shown} board={board} />}
      {state !== "draft" && (
        <OutsideRound {...shown} after={shown.outside} here={`/desk/round?year=${year}`} />
      )}
      {mayRun && (state === "draft" || state === "open") && <RoundCorrection {...shown} />}
      {mayRun && ["frozen", "drawn", "provisional"].includes(state) && <RoundStepBackForm {...shown} />}
    </>
  );
}

/** Results, from the draw until the end. */
async function getBoard({ round, actor }: RoundProps) {
  if (round.state === "final") return readFinalBoard(actor, round);
  return round.state === "drawn" || round.state === "provisional" ? readBoard(actor, round) : undefined;
}
