import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { DeskPage } from "@/components/desk/desk-page";
import { SelectField } from "@/components/forms/fields";
import { Button } from "@/components/ui/controls/button";
import { listPossiblePlaces, readBoard } from "@/lib/admission/board/queries";
import { findActiveRound } from "@/lib/admission/round";
import { createPlaceNamer, type Place } from "@/lib/decisions/place";
import { MoveConfirmation, NO_PLACE_VALUE, UndoMoveForm } from "./move-forms";
import { formatPlaceValue } from "./place-value";

/** Moves a student: target, effects and reason (admission 5). */
export default defineDeskPage(
  "run_round",
  "desk.round.move",
  async ({ t, actor, query: { year: named, reference, to } }) => {
    const { year } = await getSelectedYear(named);
    const round = year && (await findActiveRound(year.id));
    const board = round && (await readBoard(actor, round));
    const line = board?.lines.find((one) => one.reference === reference);
    if (!board || !year || !line) return;
    const getName = await createPlaceNamer(year.id);
    const nameOf = (place: Place | null) => getName(place) || t("nowhere");
    const wanted = typeof to === "string" ? to : undefined;
    const options = [
      ...(await listPossiblePlaces(board, round, line)).map((wish) => ({
        value: formatPlaceValue(wish),
        label: nameOf(wish),
      })),
      { value: NO_PLACE_VALUE, label: t("noPlace") },
    ];
    const shown = { round, board, year: year.id, line, nameOf };
    return (
      <DeskPage title={t("title", { student: line.student || line.reference })} caption={round.name}>
        <p className="mb-6">
          {t("stands", { points: line.total, number: line.drawn.slice(0, 6), place: nameOf(line.place) })}
        </p>
        {wanted ? (
          <MoveConfirmation {...shown} wanted={wanted} />
        ) : (
          <form method="get" className="max-w-column">
            <input type="hidden" name="year" value={year.id} />
            <input type="hidden" name="reference" value={line.reference} />
            <SelectField
              name="to"
              label={t("where")}
              defaultValue={
                options.find(({ value }) => value !== formatPlaceValue(line.place))?.value ?? NO_PLACE_VALUE
              }
              options={options}
            />
            <Button>{t("look")}</Button>
          </form>
        )}
        {line.move && <UndoMoveForm {...shown} reason={line.move.reason} />}
      </DeskPage>
    );
  },
);
