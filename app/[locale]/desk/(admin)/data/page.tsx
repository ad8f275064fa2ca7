import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskPage } from "@/components/desk/desk-page";
import { LinkRow } from "@/components/ui/charts/stat";
import { EmptyState } from "@/components/ui/empty-state";
import { fileText, trash } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";
import { listRequests } from "@/lib/desk/data/verbs";
import { Link } from "@/lib/i18n/navigation";
import { listUpcomingErasures } from "@/lib/privacy/worker";
import { NoteRequestForm } from "./data-forms";

type DataRequestRow = Awaited<ReturnType<typeof listRequests>>[number];

/** Data requests by deadline, and scheduled erasures (desk 32). */
export default defineDeskPage("answer_data_requests", "desk.data", async ({ t, actor, query: { said } }) => {
  return (
    <DeskPage title={t("title")} flash={said}>
      <div className="beside">
        <div>
          <RequestList requests={await listRequests(actor)} />
          <UpcomingErasures erasures={await listUpcomingErasures(actor, new Date())} />
        </div>
        <NoteRequestForm />
      </div>
    </DeskPage>
  );
});

function RequestList({ requests }: { requests: DataRequestRow[] }) {
  const { longDay } = useDateFormats();
  const t = useTranslations("desk.data");
  return (
    <Section title={t("open")}>
      {requests.length === 0 && <EmptyState>{t("none")}</EmptyState>}
      <ul className="link-rows border-t-0">
        {requests.map(({ id, kind, name, email, dueOn }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <Link href={`/desk/data/${id}`}>
              <LinkRow
                icon={kind === "erasure" ? trash : fileText}
                title={
                  <>
                    {t(`kinds.${kind}`)}: <bdi>{name || email}</bdi>
                  </>
                }
                text={t("due", { day: longDay(dueOn) })}
              />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Automatic erasures by night. */
function UpcomingErasures({ erasures }: { erasures: { day: string; count: number }[] }) {
  const { longDay } = useDateFormats();
  const t = useTranslations("desk.data");
  return (
    <Section title={t("going")}>
      <p className="my-3 max-w-measure text-small text-muted">{t("goingLead")}</p>
      {erasures.length === 0 && <p>{t("nothingGoes")}</p>}
      <ul>
        {erasures.map(({ day, count }) => (
          <li key={day}>{t("goes", { day: longDay(day), count })}</li>
        ))}
      </ul>
    </Section>
  );
}
