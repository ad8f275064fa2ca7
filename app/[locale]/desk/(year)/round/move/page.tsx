import { getTranslations } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { RoundFields } from "@/app/[locale]/desk/(year)/round/_forms/round-step-form";
import { formatPlaceValue, parsePlaceValue } from "@/app/[locale]/desk/(year)/round/move/place-value";
import { DeskPage } from "@/components/desk/desk-page";
import { SelectField, SubmitButton, TextField } from "@/components/forms/fields";
import { Button, buttonClass } from "@/components/ui/controls/button";
import { Section } from "@/components/ui/section";
import { type Board, type BoardRow, listPossiblePlaces, readBoard } from "@/lib/admission/board/queries";
import { previewMove } from "@/lib/admission/moves/verbs";
import { findActiveRound, type Round } from "@/lib/admission/round";
import { createPlaceNamer, type Place } from "@/lib/decisions/place";
import { Link } from "@/lib/i18n/navigation";

/** Moves a student: target, effects and reason (admission 5). */
export default defineDeskPage(
  "run_round",
  "desk.round.move",
  async ({ t, actor, query: { year: requested, reference, to } }) => {
    const { year } = await getSelectedYear(requested);
    const round = year && (await findActiveRound(year.id));
    const board = round && (await readBoard(actor, round));
    const row = board?.rows.find((row) => row.reference === reference);
    if (!board || !year || !row) return;
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
    const props = { round, board, year: year.id, row, getName };
    return (
      <DeskPage title={t("title", { student: row.student || row.reference })} caption={round.name}>
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
  getName: (place: Place | null) => string;
};

/** Effects on others, and a reason. */
async function MoveConfirmation({ round, board, year, row, getName, target }: Props & { target: string }) {
  const to = target === NO_PLACE_VALUE ? null : parsePlaceValue(target);
  const t = await getTranslations("desk.round.move");
  const difference = previewMove(board, { reference: row.reference, to });
  return (
    <>
      <Section title={t("changes")} id="changes">
        {difference.length === 0 && <p className="my-4">{t("nothing")}</p>}
        <ul className="my-4">
          {difference.map(({ reference, student, from, to }) => (
            <li key={reference}>
              {t("change", { student: student || reference, from: getName(from), to: getName(to) })}
            </li>
          ))}
        </ul>
      </Section>
      <DeskForm name="move" verb="round_moved" className="max-w-column">
        <RoundFields round={round} year={year} />
        <input type="hidden" name="reference" value={row.reference} />
        {to?.specialityId && <input type="hidden" name="specialityId" value={to.specialityId} />}
        {to?.syllabusId && <input type="hidden" name="syllabusId" value={to.syllabusId} />}
        <TextField name="reason" label={t("reason")} hint={t("reasonHint")} />
        <div className="flex flex-wrap gap-4">
          <SubmitButton>{t("submit")}</SubmitButton>
          <Link href={`/desk/round?year=${year}`} className={buttonClass("secondary")}>
            {t("leave")}
          </Link>
        </div>
      </DeskForm>
    </>
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
