import { defineYearPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskPage } from "@/components/desk/desk-page";
import { listYearRounds } from "@/lib/admission/round";
import { PlanForm } from "../_forms/plan-form";

/** Corrects a round until the list is frozen (admission 1). */
export default defineYearPage("run_round", "desk.round.change", async ({ t, year }) => {
  const rounds = await listYearRounds(year.id);
  const round = rounds.find(({ state }) => state === "draft" || state === "open");
  if (!round) return;
  const state = round.state as "draft" | "open";
  return (
    <DeskPage
      title={t(`title.${state}`)}
      caption={round.name}
      intro={t(`lead.${state}`)}
      back={{ href: `/desk/round?year=${year.id}`, text: t("back") }}
    >
      <PlanForm year={year.id} round={round} />
    </DeskPage>
  );
});
