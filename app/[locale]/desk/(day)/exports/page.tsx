import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskPage } from "@/components/desk/desk-page";
import { JobProgress } from "@/components/desk/job-progress";
import { LinkButton } from "@/components/site/link-button";
import { cn } from "@/components/ui/cn";
import { buttonClass } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icons/icon";
import { circleAlert, download } from "@/components/ui/icons/paths";
import { listOwnExports } from "@/lib/desk/export/queries";

/** The member's exports of the last day (desk 25). */
export default defineDeskPage("export_list", "desk.exports", async ({ t, actor }) => {
  const { instant } = await getDateFormats();
  const files = await listOwnExports(actor, new Date());
  return (
    <DeskPage title={t("title")}>
      <p className="mb-6 max-w-measure text-small text-muted">{t("lead")}</p>
      {files.length === 0 && (
        <EmptyState
          action={
            <LinkButton href="/desk/enrollments" variant="secondary">
              {t("toList")}
            </LinkButton>
          }
        >
          {t("none")}
        </EmptyState>
      )}
      <ul className="max-w-column">
        {files.map(({ id, format, status, total, written, createdAt, expiresAt }) => (
          <li key={id} className="border-b border-hairline py-4">
            <p className="font-semibold">
              {format === "xlsx" ? t("formats.xlsx") : "CSV"} · {instant(createdAt)}
            </p>
            {status === "failed" && (
              <p className="field-error">
                <Icon d={circleAlert} />
                {t("failed")}
              </p>
            )}
            {status === "ready" && (
              <p>
                <a href={`/desk/exports/${id}`} download className={cn(buttonClass("secondary"), "my-2")}>
                  <Icon d={download} />
                  {t("download", { count: written })}
                </a>
                <span className="block text-small text-muted">
                  {t("until", { time: instant(expiresAt) })}
                </span>
              </p>
            )}
            {(status === "queued" || status === "making") && (
              <JobProgress
                done={written}
                total={total ?? 0}
                text={t("progress", { written, total: total ?? 0 })}
                href="/desk/exports"
              />
            )}
          </li>
        ))}
      </ul>
    </DeskPage>
  );
});
