import { getFormatter, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { DeskColumn } from "@/components/desk/desk-column";
import { Progress } from "@/components/desk/progress";
import { Title } from "@/components/site/page";
import { ownExports } from "@/lib/office/export/request";
import { may } from "@/lib/people/staff/rights";
import { settings } from "@/lib/school/settings";
import { requireStaff } from "../session";

/** One's own files of the last day (desk 25). */
export default orAway(async function Page() {
  const { actor } = await requireStaff();
  if (!may(actor, "export_list")) return <NoSuchPage />;
  const [t, format, files, { time_zone: timeZone }] = await Promise.all([
    getTranslations("desk.exports"),
    getFormatter(),
    ownExports(actor, new Date()),
    settings(),
  ]);
  const instant = (date: Date) =>
    format.dateTime(date, { dateStyle: "medium", timeStyle: "short", timeZone });
  return (
    <DeskColumn>
      <title>{t("title")}</title>
      <Title>{t("title")}</Title>
      <p className="mb-6 max-w-measure">{t("lead")}</p>
      {files.length === 0 && <p>{t("none")}</p>}
      <ul>
        {files.map(({ id, format: kind, status, total, written, createdAt, expiresAt }) => (
          <li key={id} className="mb-4 max-w-column rounded-card border border-hairline bg-surface p-5">
            <p className="font-semibold">
              {kind === "xlsx" ? t("formats.xlsx") : "CSV"} · {instant(createdAt)}
            </p>
            {status === "failed" && <p className="text-danger">{t("failed")}</p>}
            {status === "ready" && (
              <p>
                <a href={`/desk/exports/${id}`} download className="inline-flex min-h-target items-center">
                  {t("download", { count: written })}
                </a>
                <span className="block text-small text-muted">
                  {t("until", { time: instant(expiresAt) })}
                </span>
              </p>
            )}
            {(status === "queued" || status === "making") && (
              <Progress
                done={written}
                total={total ?? 0}
                words={t("progress", { written, total: total ?? 0 })}
                href="/desk/exports"
              />
            )}
          </li>
        ))}
      </ul>
    </DeskColumn>
  );
});
