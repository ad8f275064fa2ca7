import { getLocale, getTranslations } from "next-intl/server";
import { LinkRow } from "@/components/ui/charts/stat";
import { listOrdered } from "@/components/ui/icons/paths";
import { listAnnouncedRounds } from "@/lib/admission/queries";
import { addElision, formatDay } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { toDay } from "@/lib/platform/dates";

/** The date of a draw, or a published list; nothing without a round. */
export async function AnnouncedRounds({ className }: { className: string }) {
  const [rounds, t, locale] = await Promise.all([
    listAnnouncedRounds(),
    getTranslations("round"),
    getLocale() as Promise<Locale>,
  ]);
  if (rounds.length === 0) return null;
  return (
    <nav aria-label={t("announced.title")} className={className}>
      <ul className="link-rows">
        {rounds.map(({ code, name, year, state, drawOn }) => (
          <li key={code}>
            <Link href={`/admission/${code}`}>
              <LinkRow
                icon={listOrdered}
                title={t(`announced.${isPublished[state] ? "published" : "round"}`, { name, year })}
                text={t(`announced.${state as "open"}`, {
                  known: drawOn ? "yes" : "no",
                  ...addElision({ day: drawOn ? formatDay(toDay(drawOn), locale) : "" }),
                })}
              />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const isPublished: Record<string, boolean> = { provisional: true, final: true };
