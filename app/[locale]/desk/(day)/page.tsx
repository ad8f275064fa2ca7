import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { getDateFormats, useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { DeskPage } from "@/components/desk/desk-page";
import { DayChart } from "@/components/ui/charts/day-chart";
import { PlacesBar } from "@/components/ui/charts/places-bar";
import { Stat } from "@/components/ui/charts/stat";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { listDeskTasks, readYearOverview } from "@/lib/desk/dashboard/queries";
import { getListUrl } from "@/lib/desk/list/filters";
import { readMailInterruption } from "@/lib/desk/mail/queries";
import type { NamedPlaceCounts } from "@/lib/desk/places/queries";
import { readSetupSteps } from "@/lib/desk/setup/verbs";
import { Link } from "@/lib/i18n/navigation";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";
import { getSchoolToday } from "@/lib/school/settings";

type YearOverview = Awaited<ReturnType<typeof readYearOverview>>;

type DeskTask = Awaited<ReturnType<typeof listDeskTasks>>[number];

/** Home of the desk: tasks, numbers of the year, news (desk 6, 33). */
export default defineDeskPage("read", "desk.waiting", async ({ t, actor }) => {
  const { longDay } = await getDateFormats();
  const [today, tasks, interruption, { year }] = await Promise.all([
    getSchoolToday(),
    listDeskTasks(actor),
    readMailInterruption(actor),
    getSelectedYear(undefined),
  ]);
  const date = longDay(today);
  const panels = year && { year, overview: await readYearOverview(actor, year.id, new Date()) };
  const column = "grid min-w-0 content-start gap-y-8 max-lg:contents";
  return (
    <DeskPage title={t("title")} heading={t("today", { date })}>
      {interruption && (
        <Notice tone="wait">
          <p>
            <strong>{t(`mailStops.${interruption.reason}`)}</strong>{" "}
            {t("mailWaits", { count: interruption.waiting })} <Link href="/desk/mail">{t("toMail")}</Link>
          </p>
        </Notice>
      )}
      {hasPermission(actor, "change_settings") && <SetupNotice actor={actor} />}
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[3fr_2fr]">
        <div className={column}>
          <Section title={t("title")} className="min-w-0">
            {tasks.length === 0 && <EmptyState>{t("nothing")}</EmptyState>}
            <TaskList tasks={tasks} />
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
    </DeskPage>
  );
});

/** Marked as urgent. */
const urgentTasks: DeskTask["task"][] = ["late", "mail", "answer", "silent"];

/** Counts with links to their lists. */
async function TaskList({ tasks }: { tasks: DeskTask[] }) {
  const t = await getTranslations("desk.waiting");
  return (
    <ul className="stat-rows">
      {tasks.map(({ task, count, year, filters }) => (
        <li key={`${task} ${year}`} data-tone={urgentTasks.includes(task) ? "danger" : undefined}>
          <Link
            href={
              filters ? getListUrl({ filters: { year: "all", ...filters }, sort: "oldest" }) : "/desk/data"
            }
          >
            <Stat
              figure={count}
              text={t(`${task}.name`, { count })}
              detail={[year, t(`${task}.what`)].filter(Boolean).join(" · ")}
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Missing set-up steps, for administrators. */
async function SetupNotice({ actor }: { actor: Actor }) {
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

type Props = { year: { id: number; year: string }; overview: YearOverview };

/** The fullest places of the year (desk 33). */
function PlacesPanel({ year, overview }: Props) {
  const t = useTranslations("desk.day");
  const { fullest, callablePlaces } = overview;
  if (fullest.length === 0) return null;
  return (
    <Section
      title={t("fullest", { year: year.year })}
      className="min-w-0"
      action={<Link href={`/desk/places?year=${year.id}`}>{t("allPlaces")}</Link>}
    >
      <PlaceList places={fullest} />
      {callablePlaces.length > 0 && (
        <p className="mt-3 text-small">
          <Link href={`/desk/waiting-list?year=${year.id}`}>
            {t("freeAndWaited", { places: callablePlaces.join(", ") })}
          </Link>
        </p>
      )}
    </Section>
  );
}

function PlaceList({ places }: { places: NamedPlaceCounts[] }) {
  const t = useTranslations("desk.day");
  return (
    <ul className="mt-3 grid gap-3 text-small">
      {places.map(({ name, limit, notified, decided, waiting }) => (
        <li key={name}>
          <p className="mb-1 flex justify-between gap-4">
            <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
            <span className="text-muted figures">{t("seats", { decided, limit: limit ?? 0, waiting })}</span>
          </p>
          <PlacesBar
            label={t("seatsInWords", {
              name,
              told: notified,
              decided: decided - notified,
              limit: limit ?? 0,
              waiting,
            })}
            notified={notified}
            decided={decided - notified}
            waiting={waiting}
            limit={limit ?? 0}
          />
        </li>
      ))}
    </ul>
  );
}

/** Requests per day; on a phone only the last days. */
function RequestsPanel({ year, overview: { requests } }: Props) {
  const t = useTranslations("desk.day");
  const { shortDay } = useDateFormats();
  if (requests.every(({ count }) => count === 0)) return null;
  const from = requests[0]?.day ?? "";
  return (
    <Section
      title={t("requests")}
      className="min-w-0 max-lg:order-last"
      action={
        <Link href={getListUrl({ filters: { year: year.id, from }, sort: "newest" })}>{t("asList")}</Link>
      }
    >
      <DayChart
        label={t("requestsInWords", {
          days: requests.map(({ day, count }) => `${shortDay(day)}: ${count}`).join(", "),
        })}
        days={requests.map(({ day, count }) => ({ key: day, label: String(Number(day.slice(8))), count }))}
        isLastDayOpen
      />
    </Section>
  );
}

/** Requests and decisions since yesterday. */
function SincePanel({ overview: { recent, decisions } }: Pick<Props, "overview">) {
  const t = useTranslations("desk.day");
  const counts = useTranslations("decisions.list");
  const people = [...new Set(decisions.map(({ member }) => member))];
  const events = (["sent", "accounts", "kept", "withdrawn"] as const).filter((kind) => recent[kind] > 0);
  if (events.length + people.length === 0) return null;
  return (
    <Section title={t("since")} className="min-w-0">
      {events.length > 0 && (
        <dl className="stat-line mt-3">
          {events.map((kind) => (
            <div key={kind}>
              <dt>{t(`news.${kind}`, { count: recent[kind] })}</dt>
              <dd>{recent[kind]}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="mt-4 text-small">
        {people.map((name) => (
          <li key={name}>
            <bdi className="font-semibold">{name}</bdi>:{" "}
            {decisions
              .filter((decision) => decision.member === name)
              .map(({ state, count }) => counts("countOf", { state, count }))
              .join(", ")}
          </li>
        ))}
      </ul>
    </Section>
  );
}
