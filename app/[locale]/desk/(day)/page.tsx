import { getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskColumn } from "@/components/desk/desk-column";
import { PageHeading } from "@/components/layout/page-column";
import { Stat } from "@/components/ui/charts/stat";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { type DeskTask, listDeskTasks, readYearOverview } from "@/lib/desk/dashboard/queries";
import { getListUrl } from "@/lib/desk/list/filters";
import { readMailInterruption } from "@/lib/desk/mail/verbs";
import { readSetupSteps } from "@/lib/desk/setup/verbs";
import { Link } from "@/lib/i18n/navigation";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";
import { getSchoolToday } from "@/lib/school/settings";
import { defineDeskPage } from "../_lib/define-desk-page";
import { getSelectedYear } from "../_lib/selected-year";
import { PlacesPanel, RequestsPanel, SincePanel } from "./year-panels";

/** Home of the desk: tasks, numbers of the year, news (desk 6, 33). */
export default defineDeskPage("read", "desk.waiting", async ({ t, actor }) => {
  const { longDay } = await getDateFormats();
  const [day, waiting, stop, { year }] = await Promise.all([
    getSchoolToday(),
    listDeskTasks(actor),
    readMailInterruption(actor),
    getSelectedYear(undefined),
  ]);
  const date = longDay(day);
  const panels = year && { year, stands: await readYearOverview(actor, year.id, new Date()) };
  const column = "grid min-w-0 content-start gap-y-8 max-lg:contents";
  return (
    <DeskColumn>
      <title>{t("title")}</title>
      <PageHeading>{t("today", { date })}</PageHeading>
      {stop && (
        <Notice tone="wait">
          <p>
            <strong>{t(`mailStops.${stop.why}`)}</strong> {t("mailWaits", { count: stop.waiting })}{" "}
            <Link href="/desk/mail">{t("toMail")}</Link>
          </p>
        </Notice>
      )}
      {hasPermission(actor, "change_settings") && <SetUpFirst actor={actor} />}
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[3fr_2fr]">
        <div className={column}>
          <Section title={t("title")} className="min-w-0">
            {waiting.length === 0 && <EmptyState>{t("nothing")}</EmptyState>}
            <TaskList waiting={waiting} />
            <p className="mt-4">
              <Link href="/desk/enrollments">{t("all")}</Link>
            </p>
          </Section>
          {panels && <RequestsPanel {...panels} />}
        </div>
        <div className={column}>
          {panels && <SincePanel {...panels} />}
          {panels && <PlacesPanel {...panels} />}
        </div>
      </div>
    </DeskColumn>
  );
});

/** Marked as urgent. */
const trouble: DeskTask["what"][] = ["late", "mail", "answer", "silent"];

/** Counts with links to their lists. */
async function TaskList({ waiting }: { waiting: DeskTask[] }) {
  const t = await getTranslations("desk.waiting");
  return (
    <ul className="stat-rows">
      {waiting.map(({ what, count, year, filters }) => (
        <li key={`${what} ${year}`} data-tone={trouble.includes(what) ? "danger" : undefined}>
          <Link
            href={
              filters ? getListUrl({ filters: { year: "all", ...filters }, sort: "oldest" }) : "/desk/data"
            }
          >
            <Stat
              figure={count}
              words={t(`${what}.name`, { count })}
              detail={[year, t(`${what}.what`)].filter(Boolean).join(" · ")}
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Missing set-up steps, for administrators. */
async function SetUpFirst({ actor }: { actor: Actor }) {
  const [t, steps] = await Promise.all([getTranslations("desk.setup"), readSetupSteps(actor)]);
  const missing = steps.filter(({ done }) => !done).map(({ step }) => t(`of.${step}.title`));
  if (missing.length === 0) return null;
  return (
    <Notice title={t("title")} tone="wait">
      <p>{t("missing", { steps: missing.join(" · ") })}</p>
      <p>
        <Link href="/desk/setup" className="inline-flex min-h-target items-center">
          {t("go")}
        </Link>
      </p>
    </Notice>
  );
}
