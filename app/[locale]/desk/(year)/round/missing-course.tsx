import { getTranslations } from "next-intl/server";
import { Notice } from "@/components/ui/notice";
import type { BoardRow } from "@/lib/admission/board/queries";
import { Link } from "@/lib/i18n/navigation";

/**
 * Places without a course, where courses have limits; to be completed before the final list (admission 3).
 */
export async function MissingCourse({ lines, year }: { lines: BoardRow[]; year: number }) {
  const t = await getTranslations("desk.round.withoutCourse");
  return (
    <Notice tone="danger">
      <p className="mb-2 max-w-measure">{t("lead", { count: lines.length })}</p>
      <ul>
        {lines.map(({ reference, student }) => (
          <li key={reference}>
            <Link href={`/desk/round/move?year=${year}&reference=${reference}`}>
              {t("name", { student: student || reference })}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
