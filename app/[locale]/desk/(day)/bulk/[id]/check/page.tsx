import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { redirectTo } from "@/app/[locale]/desk/_lib/session";
import { DeskColumn } from "@/components/desk/desk-column";
import { TYPED_CONFIRMATION_OVER } from "@/lib/decisions/notifications/verbs";
import { previewBulk } from "@/lib/desk/bulk/preview";
import { findBulk, parsePosition } from "@/lib/desk/bulk/queries";
import { BulkPreviewPage } from "./bulk-preview";

/** What a step on many would do, before it is done (desk 24). */
export default defineDeskPage(
  "work_in_bulk",
  "decisions.form",
  async ({ t, actor, params: { id = "" }, query }) => {
    const bulk = await findBulk(actor, id);
    if (!bulk) return;
    if (bulk.status !== "draft" || !bulk.kind) return redirectTo(`/desk/bulk/${bulk.id}`);
    const preview = await previewBulk(actor, bulk, parsePosition(query.after));
    const { sample } = preview;
    return (
      <DeskColumn>
        <BulkPreviewPage
          bulk={{ id: bulk.id, kind: bulk.kind, version: bulk.version }}
          preview={preview}
          sampleTo={
            sample &&
            t("to", {
              name: sample.name ?? sample.to,
              email: sample.to,
              language: t(`languages.${sample.locale}`),
            })
          }
          typedOver={TYPED_CONFIRMATION_OVER}
        />
      </DeskColumn>
    );
  },
);
