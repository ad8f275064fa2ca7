import { defineYearPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DryRunPage } from "@/app/[locale]/desk/_lib/dry-run-page";
import { redirectTo } from "@/app/[locale]/desk/_lib/session";
import { DeskPage } from "@/components/desk/desk-page";
import { previewFrozenList } from "@/lib/admission/draw/verbs";
import { listYearRounds } from "@/lib/admission/round";
import { parsePosition } from "@/lib/desk/bulk/queries";
import { RoundFields } from "../_forms/round-step-form";
import { OutsideRound } from "../outside-round";

/** Participants and others, before the list is frozen (admission 3). */
export default defineYearPage("run_round", "desk.round", async ({ t, actor, year, query }) => {
  const back = `/desk/round?year=${year.id}`;
  const round = (await listYearRounds(year.id)).find(({ state }) => state === "open");
  if (!round) return redirectTo(back);
  const { count, table, unnotified } = await previewFrozenList(actor, round, parsePosition(query.from));
  if (unnotified > 0) return redirectTo(back);
  const pageHref = `/desk/round/freeze?year=${year.id}`;
  const rows = table.rows.map(({ points, place, ...row }) => ({
    ...row,
    place: [t("opening.points", { points }), place].filter(Boolean).join(" · "),
  }));
  return (
    <DeskPage>
      <DryRunPage
        name="step-freeze"
        verb="round_frozen"
        title={t("freeze.check", { count })}
        caption={round.name}
        count={count}
        skipTypedCount
        resultHeading={t("freeze.gets")}
        table={{ ...table, rows }}
        getPageHref={(from) => `${pageHref}&from=${from}`}
        mails={table.mails}
        samples={[]}
        facts={<p className="mb-4">{t("steps.freezeDoes")}</p>}
        submitText={t("steps.freeze")}
        back={{ href: back }}
      >
        <RoundFields round={round} year={year.id} />
      </DryRunPage>
      <OutsideRound round={round} actor={actor} page={query.outside} pageHref={pageHref} />
    </DeskPage>
  );
});
