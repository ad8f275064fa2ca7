import { getFormatter, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { DeskColumn } from "@/components/desk/desk-column";
import { Title } from "@/components/site/page";
import { buttonClass } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { history } from "@/components/ui/icons";
import { Link } from "@/lib/i18n/navigation";
import { serviceState } from "@/lib/office/service-state";
import { may } from "@/lib/people/staff/rights";
import { settings } from "@/lib/school/settings";
import { requireStaff } from "../session";
import { PartList } from "./part-list";

/** How the service is, for whoever has no shell: its answer is the heading, and what stands still comes first. */
export default orAway(async function Page() {
  const { actor } = await requireStaff();
  if (!may(actor, "change_settings")) return <NoSuchPage />;
  const now = new Date();
  const [t, format, parts, { time_zone: timeZone }] = await Promise.all([
    getTranslations("desk.state"),
    getFormatter(),
    serviceState(actor, now),
    settings(),
  ]);
  const count = (level: string) => parts.filter((part) => part.level === level).length;
  const closed = parts.some(({ part, level }) => part === "database" && level === "stopped");
  return (
    <DeskColumn>
      <title>{t("name")}</title>
      <Title caption={t("name")}>{t(closed ? "closed" : "open")}</Title>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <p>
          {t("sum", { stopped: count("stopped"), slow: count("slow") })}{" "}
          {t("seen", { time: format.dateTime(now, { timeStyle: "medium", timeZone }) })}
        </p>
        <Link href="/desk/state" className={buttonClass("secondary")}>
          <Icon d={history} />
          {t("again")}
        </Link>
      </div>
      <PartList parts={parts} timeZone={timeZone} />
    </DeskColumn>
  );
});
