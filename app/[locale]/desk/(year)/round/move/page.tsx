import { getTranslations } from "next-intl/server";
import { defineYearPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { DeskPage } from "@/components/desk/desk-page";
import { SelectField, SubmitButton, TextField } from "@/components/forms/fields";
import { LinkButton } from "@/components/site/link-button";
import { Button } from "@/components/ui/controls/button";
import { type Board, type BoardRow, listPossiblePlaces, readBoard } from "@/lib/admission/board/queries";
import { previewMove } from "@/lib/admission/moves/verbs";
import { findActiveRound, type Round } from "@/lib/admission/round";
import { createPlaceNamer, type Place } from "@/lib/decisions/place";
import { RoundFields } from "../_forms/round-step-form";
import { PlaceChanges } from "../allotment-board";
import { formatPlaceValue, parsePlaceValue } from "./place-value";

/** Moves a student: target, effects and reason (admission 5). */
export default defineYearPage(
  "run_round",
  "desk.round.move",
  async ({ t, actor, year, query: { reference, to } }) => {
    const round = await findActiveRound(year.id);
    const board = round && (await readBoard(actor, round));
    const row = board?.rows.find((row) => row.reference === reference);
    if (!board || !row) return;
    const namePlace = await createPlaceNamer(year.id);
    const getName = (place: Place | null) => namePlace(place) || t("nowhere");
    const target = typeof to === "string" ? to : undefined;
    const options = [
      ...(await listPossiblePlaces(board, round, row)).map((choice) => ({
        value: formatPlaceValue(choice),
        label: getName(choice),
      })),
      { value: NO_PLACE_VALUE, label: t("noPlace") },
    ];
    const props = { round, board, year: year.id, row };
    return (
      <DeskPage
        title={t("title", { student: row.student || row.reference })}
        back={{ href: `/desk/round?year=${year.id}`, text: round.name }}
      >
        <p className="mb-6">
          {t("stands", { points: row.total, number: row.drawn.slice(0, 6), place: getName(row.place) })}
        </p>
        {target ? (
          <MoveConfirmation {...props} target={target} />
        ) : (
          <form method="get" className="max-w-column">
            <input type="hidden" name="year" value={year.id} />
            <input type="hidden" name="reference" value={row.reference} />
            <SelectField
              name="to"
              label={t("where")}
              defaultValue={
                options.find(({ value }) => value !== formatPlaceValue(row.place))?.value ?? NO_PLACE_VALUE
              }
              options={options}
            />
            <Button>{t("look")}</Button>
          </form>
        )}
        {row.move && <UndoMoveForm {...props} reason={row.move.reason} />}
      </DeskPage>
    );
  },
);

/** No place. */
const NO_PLACE_VALUE = "none";

type Props = {
  round: Round;
  board: Board;
  year: number;
  row: BoardRow;
};

/** A reason; beside it the effects on others. */
async function MoveConfirmation({ round, board, year, row, target }: Props & { target: string }) {
  const to = target === NO_PLACE_VALUE ? null : parsePlaceValue(target);
  const t = await getTranslations("desk.round.move");
  return (
    <DeskForm name="move" verb="round_moved" className="beside">
      <div>
        <RoundFields round={round} year={year} />
        <input type="hidden" name="reference" value={row.reference} />
        {to?.specialityId && <input type="hidden" name="specialityId" value={to.specialityId} />}
        {to?.syllabusId && <input type="hidden" name="syllabusId" value={to.syllabusId} />}
        <TextField name="reason" label={t("reason")} hint={t("reasonHint")} />
      </div>
      <div className="card card-raised">
        <h2 className="text-heading">{t("changes")}</h2>
        <PlaceChanges changes={previewMove(board, { reference: row.reference, to })} year={year} />
        <div className="grid gap-3">
          <SubmitButton>{t("submit")}</SubmitButton>
          <LinkButton href={`/desk/round?year=${year}`} variant="quiet">
            {t("leave")}
          </LinkButton>
        </div>
      </div>
    </DeskForm>
  );
}

async function UndoMoveForm({ round, year, row, reason }: Props & { reason: string }) {
  const t = await getTranslations("desk.round.move");
  return (
    <DeskForm name="undo" verb="round_move_undone" className="mt-8">
      <RoundFields round={round} year={year} />
      <input type="hidden" name="reference" value={row.reference} />
      <p className="mb-3">{t("moved", { reason })}</p>
      <SubmitButton variant="secondary">{t("undo")}</SubmitButton>
    </DeskForm>
  );
}
