import { getTranslations } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DryRunPage } from "@/app/[locale]/desk/_lib/dry-run-page";
import { toPreviewMail } from "@/app/[locale]/desk/_lib/preview-mails";
import { redirectTo } from "@/app/[locale]/desk/_lib/session";
import { DeskPage } from "@/components/desk/desk-page";
import { previewBulk } from "@/lib/desk/bulk/preview";
import { findBulk, parsePosition } from "@/lib/desk/bulk/queries";
import { getBulkUrl } from "@/lib/desk/list/filters";
import { SkippedEnrollments } from "../skipped-enrollments";

type Preview = Awaited<ReturnType<typeof previewBulk>>;

/** Preview of a bulk action (desk 24). */
export default defineDeskPage(
  "work_in_bulk",
  "desk.bulk",
  async ({ t, actor, params: { id = "" }, query }) => {
    const bulk = await findBulk(actor, id);
    if (!bulk) return;
    const { kind, status, version } = bulk;
    const list = typeof query.list === "string" ? query.list : undefined;
    if (status !== "draft" || !kind) return redirectTo(getBulkUrl(bulk.id, list));
    const getPageUrl = (parameters: Record<string, string>) =>
      getBulkUrl(bulk.id, list, { below: "/check", query: parameters });
    const from = parsePosition(query.from);
    const preview = await previewBulk(actor, bulk, parsePosition(query.after), from);
    const { changes: count, cannot, cannotInAll, next, sample } = preview;
    const isGroupMail = kind === "write";
    return (
      <DeskPage>
        <DryRunPage
          name="start"
          verb="bulk_started"
          title={t(isGroupMail ? "checkWrite" : "check", { count })}
          caption={t(`kinds.${kind}`)}
          count={count}
          resultHeading={t(kind === "accepted" || kind === "waiting" ? `gets.${kind}` : "gets.other")}
          table={preview.table}
          getPageHref={(from) => getPageUrl({ from: String(from) })}
          mails={preview.mails}
          samples={sample ? [await toPreviewMail(sample)] : []}
          facts={isGroupMail && <LanguageCounts rows={preview.languages} />}
          places={preview.places}
          submitText={t(`start.${kind}`, { count })}
          back={{ href: getBulkUrl(bulk.id, list), text: t("change") }}
        >
          <input type="hidden" name="version" value={version} />
        </DryRunPage>
        <SkippedEnrollments
          title={t(isGroupMail ? "unreached" : "cannot", { count: cannotInAll })}
          rows={cannot}
          next={next === undefined ? undefined : getPageUrl({ after: String(next) })}
          canInclude
        />
      </DeskPage>
    );
  },
);

/** Languages of the mail, and the recipients who will not get their own. */
async function LanguageCounts({ rows }: { rows: Preview["languages"] }) {
  const t = await getTranslations("desk.bulk.letter");
  const languages = await getTranslations("decisions.form.languages");
  return (
    <>
      <ul className="mb-5 text-small">
        {rows.map(({ locale, preferred, count }) => (
          <li key={`${locale} ${preferred}`}>
            {t(locale === preferred ? "in" : "instead", {
              count,
              language: languages(locale),
              wants: languages(preferred),
            })}
          </li>
        ))}
      </ul>
      <p className="mb-5 text-small text-muted">{t("kept")}</p>
    </>
  );
}
