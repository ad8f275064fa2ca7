import { getTranslations } from "next-intl/server";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton, TextField } from "@/components/forms/fields";
import { DescriptionList, Section } from "@/components/ui/section";
import { hasPermission } from "@/lib/people/staff/permissions";
import type { RoundProps } from "../page";
import { RoundFields } from "./round-step-form";

/** Entered by two people; the second does not see the first's number (admission 4). */
export async function DrawNumberForm({ round, actor, year }: RoundProps) {
  const t = await getTranslations("desk.round.draw");
  const firstEntry = round.draws.find(({ voidedAt }) => !voidedAt);
  const isFirst = firstEntry && "id" in actor && firstEntry.typedBy === actor.id;
  return (
    <Section title={t("title")} id="draw">
      <p className="my-4 max-w-measure">{t("lead")}</p>
      <div className="mb-6">
        <DescriptionList
          rows={[{ label: t("hash"), value: <span className="font-mono">{round.hash}</span> }]}
        />
      </div>
      {isFirst && <p className="mb-4 max-w-measure font-semibold">{t("waits")}</p>}
      {!isFirst && hasPermission(actor, "type_draw") && (
        <DeskForm name="draw" verb="draw_typed" className="max-w-column">
          <RoundFields round={round} year={year} />
          <TextField
            name="number"
            label={t("number")}
            hint={t("hint")}
            inputMode="numeric"
            autoComplete="off"
            className="font-mono text-heading"
          />
          <p className="mb-4 text-muted">{t(firstEntry ? "second" : "first")}</p>
          <SubmitButton>{t(firstEntry ? "compare" : "keep")}</SubmitButton>
        </DeskForm>
      )}
    </Section>
  );
}
