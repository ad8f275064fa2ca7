import { getTranslations } from "next-intl/server";
import { Section } from "@/components/ui/section";
import type { Board } from "@/lib/admission/board/queries";
import { listChangesAfterProvisional } from "@/lib/admission/moves/verbs";
import { createPlaceNamer } from "@/lib/decisions/place";
import type { RoundProps } from "./page";

/** Changes by objections and moves since the provisional list (admission 6). */
export async function ChangesAfterProvisional({ round, board, year }: RoundProps & { board: Board }) {
  const [t, move, difference, nameOf] = await Promise.all([
    getTranslations("desk.round.objections"),
    getTranslations("desk.round.move"),
    listChangesAfterProvisional(round, board),
    createPlaceNamer(year),
  ]);
  return (
    <Section title={t("since")} id="since">
      {difference.length === 0 && <p className="my-4">{move("nothing")}</p>}
      <ul className="my-4">
        {difference.map(({ reference, student, from, to }) => (
          <li key={reference}>
            {move("change", {
              student: student || reference,
              from: nameOf(from) || move("nowhere"),
              to: nameOf(to) || move("nowhere"),
            })}
          </li>
        ))}
      </ul>
    </Section>
  );
}
