import { useTranslations } from "next-intl";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Submit, TextField } from "@/components/action/fields";
import { PageForm } from "@/components/action/page-form";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/navigation";
import type { BulkKind } from "@/lib/office/bulk/input";
import type { BulkPreview } from "@/lib/office/bulk/preview";
import { Skipped } from "../skipped";

type Props = {
  bulk: { id: string; kind: BulkKind; version: number };
  preview: BulkPreview;
  sampleTo: string | undefined;
  typedOver: number;
  action: FormAction;
  words: DeskWords;
};

/** How many change, how many mails that makes, one of them, and who is left out. */
export function CheckBulk({ bulk, preview, sampleTo, typedOver, action, words }: Props) {
  const t = useTranslations("desk.bulk");
  const { id, kind, version } = bulk;
  const { changes, cannot, cannotInAll, next, mails, sample } = preview;
  return (
    <>
      <PageForm
        name="start"
        action={action}
        words={words}
        title={t("check", { count: changes })}
        className="max-w-column"
        caption={t(`kinds.${kind}`)}
        above={
          <>
            <p className="mb-6">{t("mails", { count: mails })}</p>
            {sample && (
              <article className="mb-8 max-w-column rounded-card border border-hairline bg-surface p-5">
                <p className="text-small text-muted [overflow-wrap:anywhere]">{sampleTo}</p>
                <h2 className="mb-3 font-semibold [overflow-wrap:anywhere]">{sample.subject}</h2>
                <p className="text-small whitespace-pre-line [overflow-wrap:anywhere]">{sample.text}</p>
              </article>
            )}
          </>
        }
      >
        <input type="hidden" name="version" value={version} />
        {changes > typedOver && (
          <TextField
            name="typed"
            label={t("typed", { count: changes })}
            hint={t("typedHint")}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-40"
          />
        )}
        <div className="mb-8 flex flex-wrap gap-4">
          {changes > 0 && <Submit>{t(`start.${kind}`, { count: changes })}</Submit>}
          <Link href={`/desk/bulk/${id}`} prefetch={false} className={buttonClass("secondary")}>
            {t("change")}
          </Link>
        </div>
      </PageForm>
      <Skipped
        title={t("cannot", { count: cannotInAll })}
        rows={cannot}
        next={next === undefined ? undefined : `/desk/bulk/${id}/check?after=${next}`}
      />
    </>
  );
}
