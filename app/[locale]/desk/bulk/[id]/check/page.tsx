import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { DeskColumn } from "@/components/desk/desk-column";
import { TYPED_OVER } from "@/lib/decisions/tell-list";
import { previewBulk } from "@/lib/office/bulk/preview";
import { findBulk, readPosition } from "@/lib/office/bulk/show";
import { may } from "@/lib/people/staff/rights";
import { formWords } from "../../../form-words";
import { leaveFor, requireStaff } from "../../../session";
import { startAction } from "../actions";
import { CheckBulk } from "./check-bulk";

/** What a step on many would do, before it is done (desk 24). */
export default orAway(async function Page({
  params,
  searchParams,
}: PageProps<"/[locale]/desk/bulk/[id]/check">) {
  const { actor } = await requireStaff();
  const bulk = may(actor, "work_in_bulk") ? await findBulk(actor, (await params).id) : undefined;
  if (!bulk) return <NoSuchPage />;
  if (bulk.status !== "draft" || !bulk.kind) return leaveFor(`/desk/bulk/${bulk.id}`);
  const [t, words, preview] = await Promise.all([
    getTranslations("decisions.form"),
    formWords(),
    previewBulk(actor, bulk, readPosition((await searchParams).after)),
  ]);
  const { sample } = preview;
  return (
    <DeskColumn>
      <CheckBulk
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
        typedOver={TYPED_OVER}
        action={startAction}
        words={words}
      />
    </DeskColumn>
  );
});
