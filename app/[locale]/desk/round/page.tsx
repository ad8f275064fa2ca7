import { getFormatter, getTranslations } from "next-intl/server";
import { daysIn, phasesOf } from "@/app/[locale]/admission/[code]/phases";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskSaid } from "@/components/desk/desk-said";
import { LinkButton } from "@/components/site/link-button";
import { Title } from "@/components/site/page";
import { EmptyState } from "@/components/ui/empty-state";
import { Timeline } from "@/components/ui/timeline";
import { listMissingCourses, readBoard, readFinalBoard } from "@/lib/admission/board/queries";
import { getDrawResult, type Round, listYearRounds } from "@/lib/admission/round";
import { Link } from "@/lib/i18n/navigation";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";
import { getSettings } from "@/lib/school/settings";
import { deskPage } from "../desk-page";
import { deskYear } from "../desk-year";
import { NoYear } from "../no-year";
import { Back, Step } from "./acts";
import { BoardPart } from "./board-part";
import { FreezePart } from "./freeze-part";
import { Objections } from "./objections";
import { PlanForm } from "./plan-form";
import { SinceProvisional } from "./since-provisional";
import { TypeNumber } from "./type-number";
import { WithoutCourse } from "./without-course";

/** The round of a year: what it does next, and what it would give (admission 1 to 6). */
export default deskPage(
  "read",
  "desk.round",
  async ({ t, actor, query: { year: wanted, said, lane, page, objection } }) => {
    const { year } = await deskYear(wanted);
    if (!year) return <NoYear />;
    const rounds = await listYearRounds(year.id);
    const round = rounds.find(({ state }) => state !== "closed");
    const mayRun = hasPermission(actor, "run_round");
    return (
      <DeskColumn>
        <title>{t("title")}</title>
        <DeskSaid said={said} />
        <Title caption={year.year}>{round?.name ?? t("title")}</Title>
        {round && <Parts {...{ round, actor, year: year.id, mayRun, lane, page, objection }} />}
        {!round && mayRun && <PlanForm year={year} />}
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

export type Shown = {
  round: Round;
  actor: Actor;
  year: number;
  mayRun: boolean;
  /** The speciality whose people are shown. */
  lane: string | string[] | undefined;
  /** Which of its pages. */
  page: string | string[] | undefined;
  /** The enrollment whose objection is answered, the first open one where it has none. */
  objection: string | string[] | undefined;
};

/** How far it is, in the words of its public page. */
async function Phases({ round }: Pick<Shown, "round">) {
  const [t, format, { time_zone: timeZone }] = await Promise.all([
    getTranslations("round"),
    getFormatter(),
    getSettings(),
  ]);
  const reached = { round, state: round.state, drawn: getDrawResult(round) };
  return (
    <div className="mb-8">
      <Timeline across moments={phasesOf(reached, t, daysIn(format, timeZone))} />
    </div>
  );
}

/** What a round shows and asks in the state that it is in. */
async function Parts(shown: Shown) {
  const t = await getTranslations("desk.round");
  const { round, mayRun, year } = shown;
  const { state, code } = round;
  const board = await boardOf(shown);
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
      {state === "draft" && mayRun && <Step {...shown} step="open" />}
      {state === "open" && <FreezePart {...shown} />}
      {state === "frozen" && <TypeNumber {...shown} />}
      {state === "provisional" && <Objections {...shown} />}
      {board && state === "provisional" && <SinceProvisional {...shown} board={board} />}
      {state === "drawn" && mayRun && <Step {...shown} step="provisional" />}
      {unnamed.length > 0 && <WithoutCourse lines={unnamed} year={year} />}
      {state === "provisional" && mayRun && unnamed.length === 0 && <Step {...shown} step="final" />}
      {state === "final" && mayRun && (
        <div className="flex flex-wrap items-start gap-4">
          <LinkButton href={`/desk/tell?year=${year}`}>{t("tell")}</LinkButton>
          <Step {...shown} step="close" look="secondary" />
        </div>
      )}
      {board && <BoardPart {...shown} board={board} />}
      {mayRun && ["frozen", "drawn", "provisional"].includes(state) && <Back {...shown} />}
    </>
  );
}

/** What a round gives, from its draw on until it ends. */
async function boardOf({ round, actor }: Shown) {
  if (round.state === "final") return readFinalBoard(actor, round);
  return round.state === "drawn" || round.state === "provisional" ? readBoard(actor, round) : undefined;
}
