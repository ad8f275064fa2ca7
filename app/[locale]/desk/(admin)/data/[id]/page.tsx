import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskPage } from "@/components/desk/desk-page";
import { DownloadLink } from "@/components/site/link-button";
import { DescriptionList } from "@/components/ui/section";
import { previewErasure, readOpenRequest } from "@/lib/desk/data/verbs";
import { EraseForm, SettleForm } from "../data-forms";

/** One data request; an erasure shows its effects first. */
export default defineDeskPage("answer_data_requests", "desk.data", async ({ t, actor, params }) => {
  const { date, longDay } = await getDateFormats();
  const id = Number(/^\d{1,9}$/.exec(params.id ?? "")?.[0] ?? 0);
  const request = await readOpenRequest(actor, id);
  if (!request) return;
  const preview = request.kind === "erasure" ? await previewErasure(actor, id, new Date()) : undefined;
  const title = t(`kinds.${request.kind}`);
  return (
    <DeskPage title={title} back={{ href: "/desk/data", text: t("title") }}>
      <div className="mb-8 max-w-column">
        <DescriptionList
          rows={[
            { label: t("person"), value: request.name },
            { label: t("email"), value: request.email },
            { label: t("asked"), value: date(request.askedAt) },
            { label: t("dueOn"), value: longDay(request.dueOn) },
            { label: t("enrollments"), value: preview?.references.join(", ") },
          ]}
        />
      </div>
      {preview ? (
        <EraseForm id={id} onlyGuardianOf={preview.onlyGuardianOf} />
      ) : (
        <>
          <p className="mb-4 max-w-measure">{t("copyLead")}</p>
          <p className="mb-6">
            <DownloadLink href={`/desk/data/${id}/copy`} variant="primary">
              {t("copy")}
            </DownloadLink>
          </p>
        </>
      )}
      <SettleForm id={id} kind={request.kind} />
    </DeskPage>
  );
});
