import { Choice } from "@/components/action/fields";
import { DeskPage } from "@/components/desk/desk-page";
import { Button } from "@/components/ui/button";
import { listPossiblePlaces, readBoard } from "@/lib/admission/board/queries";
import { findActiveRound } from "@/lib/admission/round";
import { getYearStudies } from "@/lib/decisions/place";
import { deskPage } from "../../desk-page";
import { deskYear } from "../../desk-year";
import { placeValue } from "../place-value";
import { Confirm, NOWHERE, namesIn, Undo } from "./move-parts";

/** Puts somebody of a round elsewhere: where to, what that changes for whom, and why (admission 5). */
export default deskPage(
  "run_round",
  "desk.round.move",
  async ({ t, actor, query: { year: named, reference, to } }) => {
    const { year } = await deskYear(named);
    const round = year && (await findActiveRound(year.id));
    const board = round && (await readBoard(actor, round));
    const line = board?.lines.find((one) => one.reference === reference);
    if (!board || !year || !line) return;
    const names = await getYearStudies(year.id);
    const nameOf = namesIn(names, t("nowhere"));
    const wanted = typeof to === "string" ? to : undefined;
    const options = [
      ...(await listPossiblePlaces(board, round, line)).map((wish) => ({ value: placeValue(wish), label: nameOf(wish) })),
      { value: NOWHERE, label: t("noPlace") },
    ];
    const shown = { round, board, year: year.id, line, nameOf };
    return (
      <DeskPage title={t("title", { student: line.student || line.reference })} caption={round.name}>
        <p className="mb-6">
          {t("stands", { points: line.total, number: line.drawn.slice(0, 6), place: nameOf(line.place) })}
        </p>
        {wanted ? (
          <Confirm {...shown} wanted={wanted} />
        ) : (
          <form method="get" className="max-w-column">
            <input type="hidden" name="year" value={year.id} />
            <input type="hidden" name="reference" value={line.reference} />
            <Choice
              name="to"
              label={t("where")}
              defaultValue={options.find(({ value }) => value !== placeValue(line.place))?.value ?? NOWHERE}
              options={options}
            />
            <Button>{t("look")}</Button>
          </form>
        )}
        {line.move && <Undo {...shown} reason={line.move.reason} />}
      </DeskPage>
    );
  },
);
