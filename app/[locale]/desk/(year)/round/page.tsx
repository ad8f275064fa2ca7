import { getFormatter, getTranslations } from "next-intl/server";
import { defineYearPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DrawNumberForm } from "@/app/[locale]/desk/(year)/round/_forms/draw-number-form";
import { PlanForm } from "@/app/[locale]/desk/(year)/round/_forms/plan-form";
import { PointsFormatForm } from "@/app/[locale]/desk/(year)/round/_forms/points-format-form";
import {
  RoundCorrection,
  RoundStepBackForm,
  RoundStepForm,
} from "@/app/[locale]/desk/(year)/round/_forms/round-step-form";
import { AllotmentBoard } from "@/app/[locale]/desk/(year)/round/allotment-board";
import { FreezeCheck } from "@/app/[locale]/desk/(year)/round/freeze-check";
import { Objections } from "@/app/[locale]/desk/(year)/round/objections";
import { OpeningPreview } from "@/app/[locale]/desk/(year)/round/opening-preview";
import { OutsideRound } from "@/app/[locale]/desk/(year)/round/outside-round";
import { DeskPage } from "@/components/desk/desk-page";
import { LinkButton } from "@/components/site/link-button";
import { createDateFormat, getRoundPhases } from "@/components/site/round-phases";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Timeline } from "@/components/ui/timeline";
import {
  type Board,
  type BoardRow,
  listMissingCourses,
  readBoard,
  readFinalBoard,
} from "@/lib/admission/board/queries";
import { listChangesAfterProvisional } from "@/lib/admission/moves/verbs";
import { getDrawResult, listYearRounds, type Round } from "@/lib/admission/round";
import { createPlaceNamer } from "@/lib/decisions/place";
import { Link } from "@/lib/i18n/navigation";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";
import { getSettings } from "@/lib/school/settings";

/** A year's round: next step and results (admission 1 to 6). */
export default defineYearPage("read", "desk.round", async ({ t, actor, year, query }) => {
  const rounds = await listYearRounds(year.id);
  const round = rounds.find(({ state }) => state !== "closed");
  const canRun = hasPermission(actor, "run_round");
  return (
    <DeskPage title={t("title")} heading={round?.name ?? t("title")} caption={year.year} flash={query.said}>
      {round && <RoundSections {...{ round, actor, year: year.id, canRun, query }} />}
      {!round && canRun && <PlanForm year={year.id} />}
      {!round && !canRun && <EmptyState>{t("none")}</EmptyState>}
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
    </DeskPage>
  );
});

export type RoundProps = {
  round: Round;
  actor: Actor;
  year: number;
  canRun: boolean;
  /** `lane` and `page` of the results, the `objection` to answer, the preview of `opening`, the offset `outside`. */
  query: Record<string, string | string[] | undefined>;
};

async function Phases({ round }: Pick<RoundProps, "round">) {
  const [t, format, { time_zone: timeZone }] = await Promise.all([
    getTranslations("round"),
    getFormatter(),
    getSettings(),
  ]);
  const progress = { round, state: round.state, draw: getDrawResult(round) };
  return (
    <div className="mb-8">
      <Timeline horizontal items={getRoundPhases(progress, t, createDateFormat(format, timeZone))} />
    </div>
  );
}

/** Parts for the round's state. */
async function RoundSections(props: RoundProps) {
  const t = await getTranslations("desk.round");
  const { round, canRun, year } = props;
  const { state, code } = round;
  const board = await getBoard(props);
  if (state === "draft" && canRun && props.query.opening) return <OpeningPreview {...props} />;
  const missing = board && state !== "final" && canRun ? listMissingCourses(board) : [];
  return (
    <>
      <Phases round={round} />
      <p className="mb-5 max-w-measure">{t(`lead.${state as "open"}`)}</p>
      {state !== "draft" && (
        <p className="mb-6">
          <Link href={`/admission/${code}`}>{t("public")}</Link>
        </p>
      )}
      {(state === "draft" || state === "open") && canRun && <PointsFormatForm {...props} />}
      {state === "draft" && canRun && (
        <p className="mb-6">
          <LinkButton href={`/desk/round?year=${year}&opening=yes`}>{t("opening.see")}</LinkButton>
        </p>
      )}
      {state === "open" && <FreezeCheck {...props} />}
      {state === "frozen" && <DrawNumberForm {...props} />}
      {state === "provisional" && <Objections {...props} />}
      {board && state === "provisional" && <ChangesAfterProvisional {...props} board={board} />}
      {state === "drawn" && canRun && <RoundStepForm {...props} step="provisional" />}
      {missing.length > 0 && <MissingCourse rows={missing} year={year} />}
      {state === "provisional" && canRun && missing.length === 0 && <RoundStepForm {...props} step="final" />}
      {state === "final" && canRun && (
        <div className="flex flex-wrap items-start gap-4">
          <LinkButton href={`/desk/tell?year=${year}`}>{t("tell")}</LinkButton>
          <RoundStepForm {...props} step="close" variant="secondary" />
        </div>
      )}
      {board && <AllotmentBoard {...props} board={board} />}
      {state !== "draft" && (
        <OutsideRound {...props} after={props.query.outside} pageHref={`/desk/round?year=${year}`} />
      )}
      {canRun && (state === "draft" || state === "open") && <RoundCorrection {...props} />}
      {canRun && ["frozen", "drawn", "provisional"].includes(state) && <RoundStepBackForm {...props} />}
    </>
  );
}

/** Results, from the draw until the end. */
async function getBoard({ round, actor }: RoundProps) {
  if (round.state === "final") return readFinalBoard(actor, round);
  return round.state === "drawn" || round.state === "provisional" ? readBoard(actor, round) : undefined;
}

/**
 * Places without a course, where courses have limits; to be completed before the final list (admission 3).
 */
async function MissingCourse({ rows, year }: { rows: BoardRow[]; year: number }) {
  const t = await getTranslations("desk.round.withoutCourse");
  return (
    <Notice tone="danger">
      <p className="mb-2 max-w-measure">{t("lead", { count: rows.length })}</p>
      <ul>
        {rows.map(({ reference, student }) => (
          <li key={reference}>
            <Link href={`/desk/round/move?year=${year}&reference=${reference}`}>
              {t("name", { student: student || reference })}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Changes by objections and moves since the provisional list (admission 6). */
async function ChangesAfterProvisional({ round, board, year }: RoundProps & { board: Board }) {
  const [t, move, difference, getName] = await Promise.all([
    getTranslations("desk.round.objections"),
    getTranslations("desk.round.move"),
    listChangesAfterProvisional(round, board),
    createPlaceNamer(year),
  ]);
  return (
    <Section title={t("since")} id="since">
      {difference.length === 0 && <p className="my-4">{move("nothing")}</p>}
      <ul className="my-4">
        {difference.map(({ reference, student, from, to }) => (
          <li key={reference}>
            {move("change", {
              student: student || reference,
              from: getName(from) || move("nowhere"),
              to: getName(to) || move("nowhere"),
            })}
          </li>
        ))}
      </ul>
    </Section>
  );
}
