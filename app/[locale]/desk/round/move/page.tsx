import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Choice } from "@/components/action/fields";
import { DeskColumn } from "@/components/desk/desk-column";
import { Title } from "@/components/site/page";
import { Button } from "@/components/ui/button";
import { readBoard } from "@/lib/admission/board";
import { roundUnderWay } from "@/lib/admission/round";
import { yearPlaces } from "@/lib/decisions/place";
import { may } from "@/lib/people/staff/rights";
import { deskYear } from "../../desk-year";
import { formWords } from "../../form-words";
import { requireStaff } from "../../session";
import { placeValue } from "../place-value";
import { Confirm, NOWHERE, namesIn, Undo } from "./move-parts";

/** Puts somebody of a round elsewhere: where to, what that changes for whom, and why (admission 5). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/round/move">) {
  const { actor } = await requireStaff();
  const { year: named, reference, to } = await searchParams;
  const { year } = await deskYear(named);
  const round = year && may(actor, "run_round") ? await roundUnderWay(year.id) : null;
  const board = round && (await readBoard(actor, round));
  const line = board?.lines.find((one) => one.reference === reference);
  if (!board || !year || !line) return <NoSuchPage />;
  const [t, words, names] = await Promise.all([
    getTranslations("desk.round.move"),
    formWords(),
    yearPlaces(year.id),
  ]);
  const nameOf = namesIn(names, t("nowhere"));
  const wanted = typeof to === "string" ? to : undefined;
  const options = [
    ...line.wishes.map((wish) => ({ value: placeValue(wish), label: nameOf(wish) })),
    { value: NOWHERE, label: t("noPlace") },
  ];
  const shown = { round, board, year: year.id, line, words, nameOf };
  return (
    <DeskColumn>
      <title>{t("title", { student: line.student || line.reference })}</title>
      <Title caption={round.name}>{t("title", { student: line.student || line.reference })}</Title>
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
    </DeskColumn>
  );
});
