import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/navigation";
import type { BulkKind } from "@/lib/office/bulk/input";

const kinds: BulkKind[] = ["accepted", "waiting", "rejected", "label", "resend"];

/** What can be done with the enrollments that were chosen. */
export function BulkWays({ id, chosen }: { id: string; chosen: BulkKind | undefined }) {
  const t = useTranslations("desk.bulk");
  return (
    <nav aria-label={t("what")} className="mb-8">
      <ul className="flex flex-wrap gap-3">
        {kinds.map((kind) => (
          <li key={kind}>
            <Link
              href={`/desk/bulk/${id}?do=${kind}`}
              prefetch={false}
              aria-current={kind === chosen ? "true" : undefined}
              className={`${buttonClass("secondary")} aria-[current]:border-accent aria-[current]:bg-tint`}
            >
              {t(`kinds.${kind}`)}
            </Link>
          </li>
        ))}
        <li>
          <Link href={`/desk/exports/new?bulk=${id}`} prefetch={false} className={buttonClass("secondary")}>
            {t("export")}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
