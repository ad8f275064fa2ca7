import { getTranslations } from "next-intl/server";
import { Submit, TextField } from "@/components/action/fields";
import { Facts, Sheet } from "@/components/ui/section";
import { hasPermission } from "@/lib/people/staff/permissions";
import { DeskForm } from "../desk-form";
import { typeAction } from "./actions";
import { ShownRound } from "./acts";
import type { Shown } from "./page";

/** The number of the draw, typed by one and then blind by a second (admission 4). */
export async function TypeNumber({ round, actor, year }: Shown) {
  const t = await getTranslations("desk.round.draw");
  const typed = round.draws.find(({ voidedAt }) => !voidedAt);
  const isFirst = typed && "id" in actor && typed.typedBy === actor.id;
  return (
    <>
      <Sheet title={t("title")} id="draw">
        <p className="my-4 max-w-measure">{t("lead")}</p>
        {isFirst && <p className="mb-4 max-w-measure font-semibold">{t("waits")}</p>}
        {!isFirst && hasPermission(actor, "type_draw") && (
          <DeskForm name="draw" action={typeAction} className="max-w-column">
            <ShownRound round={round} year={year} />
            <TextField
              name="number"
              label={t("number")}
              hint={t("hint")}
              inputMode="numeric"
              autoComplete="off"
              className="font-mono text-heading"
            />
            <p className="mb-4 text-muted">{t(typed ? "second" : "first")}</p>
            <Submit>{t(typed ? "compare" : "keep")}</Submit>
          </DeskForm>
        )}
      </Sheet>
      <Facts rows={[{ label: t("hash"), value: <span className="font-mono">{round.hash}</span> }]} />
    </>
  );
}
