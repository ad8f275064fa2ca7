import { getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { DeskColumn } from "@/components/desk/desk-column";
import { Title } from "@/components/site/page";
import { Link } from "@/lib/i18n/navigation";
import { listAddress } from "@/lib/office/filters";
import { whatWaits } from "@/lib/office/waiting";
import { requireStaff } from "./session";

/** What waits for somebody at the desk: counts that are links (desk 6). */
export default orAway(async function Page() {
  const { actor } = await requireStaff();
  const [t, waiting] = await Promise.all([getTranslations("desk.waiting"), whatWaits(actor)]);
  return (
    <DeskColumn>
      <title>{t("title")}</title>
      <Title>{t("title")}</Title>
      {waiting.length === 0 && <p className="mb-6 max-w-measure">{t("nothing")}</p>}
      <ul className="mb-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {waiting.map(({ what, count, year, filters }) => (
          <li key={`${what} ${year}`}>
            <Link
              href={filters ? listAddress({ filters, sort: "oldest" }) : "/desk/data"}
              prefetch={false}
              className="flex h-full flex-col rounded-card border border-hairline bg-surface p-5 text-ink no-underline hover:border-accent"
            >
              <span className="font-head text-display font-semibold text-accent">{count}</span>
              <span className="font-semibold">{t(`${what}.name`, { count })}</span>
              <span className="text-small text-muted">
                {[year, t(`${what}.what`)].filter(Boolean).join(" · ")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p>
        <Link href="/desk/enrollments" prefetch={false}>
          {t("all")}
        </Link>
      </p>
    </DeskColumn>
  );
});
