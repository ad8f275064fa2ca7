import { getTranslations } from "next-intl/server";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton, TextField } from "@/components/forms/fields";
import { buttonClass } from "@/components/ui/controls/button";
import { Section } from "@/components/ui/section";
import type { Board, BoardRow } from "@/lib/admission/board/queries";
import { previewMove } from "@/lib/admission/moves/verbs";
import type { Round } from "@/lib/admission/round";
import type { Place } from "@/lib/decisions/place";
import { Link } from "@/lib/i18n/navigation";
import { RoundFields } from "../_forms/round-step-form";
import { parsePlaceValue } from "./place-value";

/** No place. */
export const NO_PLACE_VALUE = "none";

type Shown = {
  round: Round;
  board: Board;
  year: number;
  line: BoardRow;
  nameOf: (place: Place | null) => string;
};

/** Effects on others, and a reason. */
export async function MoveConfirmation({
  round,
  board,
  year,
  line,
  nameOf,
  wanted,
}: Shown & { wanted: string }) {
  const to = wanted === NO_PLACE_VALUE ? null : parsePlaceValue(wanted);
  const t = await getTranslations("desk.round.move");
  const difference = previewMove(board, { reference: line.reference, to });
  return (
    <>
      <Section title={t("changes")} id="changes">
        {difference.length === 0 && <p className="my-4">{t("nothing")}</p>}
        <ul className="my-4">
          {difference.map(({ reference, student, from, to }) => (
            <li key={reference}>
              {t("change", { student: student || reference, from: nameOf(from), to: nameOf(to) })}
            </li>
          ))}
        </ul>
      </Section>
      <DeskForm name="move" verb="round_moved" className="max-w-column">
        <RoundFields round={round} year={year} />
        <input type="hidden" name="reference" value={line.reference} />
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

export async function UndoMoveForm({ round, year, line, reason }: Shown & { reason: string }) {
  const t = await getTranslations("desk.round.move");
  return (
    <DeskForm name="undo" verb="round_move_undone" className="mt-8">
      <RoundFields round={round} year={year} />
      <input type="hidden" name="reference" value={line.reference} />
      <p className="mb-3">{t("moved", { reason })}</p>
      <SubmitButton look="secondary">{t("undo")}</SubmitButton>
    </DeskForm>
  );
}
