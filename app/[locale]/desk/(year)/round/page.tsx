import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineYearPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskPage } from "@/components/desk/desk-page";
import { LinkButton } from "@/components/site/link-button";
import { getRoundPhases } from "@/components/site/round-phases";
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
import { findObjectionBlockers } from "@/lib/admission/claims/queries";
import { listChangesAfterProvisional } from "@/lib/admission/moves/verbs";
import { getDrawResult, listYearRounds, type Round } from "@/lib/admission/round";
import { addElision } from "@/lib/i18n/format";
import { Link } from "@/lib/i18n/navigation";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";
import { DrawNumberForm } from "./_forms/draw-number-form";
import { PlanForm } from "./_forms/plan-form";
import { PointsFormatForm } from "./_forms/points-format-form";
import { RoundCorrection, RoundStepBackForm, RoundStepForm } from "./_forms/round-step-form";
import { AllotmentBoard, PlaceChanges } from "./allotment-board";
import { FreezeCheck } from "./freeze-check";
import { Objections } from "./objections";
import { OpeningPreview } from "./opening-preview";
import { OutsideRound } from "./outside-round";

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
      <ul className="mt-8 empty:hidden">
        {rounds
          .filter(({ state }) => state === "closed")
          .map(({ code, name }) => (
            <li key={code}>
              <Link href={`/admission/${code}`}>{name}</Link>
            </li>
          ))}
      </ul>
    </DeskPage>
  );
});

export type RoundProps = {
  round: Round;
  actor: Actor;
  year: number;
  canRun: boolean;
  /** `lane` and `page` of the results, the `objection` to answer, the preview of `opening`, the page of those `outside`. */
  query: Record<string, string | string[] | undefined>;
};

/** Parts for the round's state. */
async function RoundSections(props: RoundProps) {
  const { round, canRun, year, query } = props;
  const { state } = round;
  if (state === "draft" && canRun && query.opening) return <OpeningPreview {...props} />;
  const [t, tRound, formats, board] = await Promise.all([
    getTranslations("desk.round"),
    getTranslations("round"),
    getDateFormats(),
    getBoard(props),
  ]);
  const progress = { round, state, draw: getDrawResult(round) };
  const pageHref = `/desk/round?year=${year}`;
  return (
    <>
      <div className="mb-8">
        <Timeline horizontal items={getRoundPhases(progress, tRound, formats)} />
      </div>
      {board ? <Results {...props} board={board} /> : <Lead {...props} />}
      {(state === "draft" || state === "open") && canRun && <PointsFormatForm {...props} />}
      {state === "draft" && canRun && (
        <p className="mb-6">
          <LinkButton href={`${pageHref}&opening=yes`}>{t("opening.see")}</LinkButton>
        </p>
      )}
      {state === "open" && <FreezeCheck {...props} />}
      {state === "frozen" && <DrawNumberForm {...props} />}
      {state !== "draft" && <OutsideRound {...props} page={query.outside} pageHref={pageHref} />}
      {canRun && (state === "draft" || state === "open") && <RoundCorrection {...props} />}
      {canRun && ["frozen", "drawn", "provisional"].includes(state) && <RoundStepBackForm {...props} />}
    </>
  );
}

/** What the round waits for, with its step, and its public page. */
async function Lead({ round: { state, code }, children }: RoundProps & { children?: ReactNode }) {
  const t = await getTranslations("desk.round");
  return (
    <>
      <p className="mb-5 max-w-measure">{t(`lead.${state as "open"}`)}</p>
      {children}
      {state !== "draft" && (
        <p className="not-last:mb-6">
          <Link href={`/admission/${code}`}>{t("public")}</Link>
        </p>
      )}
    </>
  );
}

type ResultsProps = RoundProps & { board: Board };

const nextSteps = { drawn: "provisional", provisional: "final", final: "close" } as const;

/** The results; beside them, on a phone above them, the next step. */
async function Results(props: ResultsProps) {
  const [t, { longDay }] = await Promise.all([getTranslations("desk.round"), getDateFormats()]);
  const { board, canRun, year, round } = props;
  const state = round.state as keyof typeof nextSteps;
  const missing = state !== "final" && canRun ? listMissingCourses(board) : [];
  const { unanswered, lastDay } =
    state === "provisional" ? await findObjectionBlockers(round) : { unanswered: 0, lastDay: undefined };
  const isBlocked = state === "provisional" && (missing.length > 0 || unanswered > 0 || lastDay);
  return (
    <div className="beside mb-8">
      <div className="card card-raised min-[72rem]:order-1">
        <Lead {...props}>
          {missing.length > 0 && <MissingCourse rows={missing} year={year} />}
          {lastDay && (
            <Notice tone="wait">{t("objections.period", addElision({ day: longDay(lastDay) }))}</Notice>
          )}
          {unanswered > 0 && (
            <Notice tone="wait">
              <a href="#objections">{t("objections.unanswered", { count: unanswered })}</a>
            </Notice>
          )}
          {canRun && state === "final" && (
            <p className="mb-6">
              <LinkButton href={`/desk/tell?year=${year}`}>{t("tell")}</LinkButton>
            </p>
          )}
          {canRun && !isBlocked && <RoundStepForm {...props} step={nextSteps[state]} />}
        </Lead>
      </div>
      <div>
        {state === "provisional" && <Objections {...props} />}
        {state === "provisional" && <ChangesAfterProvisional {...props} />}
        <AllotmentBoard {...props} />
      </div>
    </div>
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
async function ChangesAfterProvisional({ round, board, year }: ResultsProps) {
  const [t, changes] = await Promise.all([
    getTranslations("desk.round.objections"),
    listChangesAfterProvisional(round, board),
  ]);
  return (
    <Section title={t("since")} id="since">
      <PlaceChanges {...{ changes, year }} />
    </Section>
  );
}
