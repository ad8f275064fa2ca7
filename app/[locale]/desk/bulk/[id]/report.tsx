import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Submit } from "@/components/action/fields";
import { Progress } from "@/components/desk/progress";
import { Title } from "@/components/site/page";
import { Link } from "@/lib/i18n/navigation";
import type { Bulk, BulkReport } from "@/lib/office/bulk/show";
import { ForgetTicks } from "./forget-ticks";
import { Skipped } from "./skipped";

type Props = {
  bulk: Bulk;
  report: BulkReport;
  undo: FormAction;
  takeOn: FormAction;
  words: DeskWords;
};

/** How far a step on many is and, when it is done, each row that it left out. */
export function BulkReportView({ bulk: { id, kind, status }, report, undo, takeOn, words }: Props) {
  const t = useTranslations("desk.bulk");
  const { total, settled, done, skipped, skippedInAll, next, undoable } = report;
  const running = status === "working" || status === "undoing";
  const title = t(`statuses.${status === "draft" ? "working" : status}`);
  return (
    <>
      <title>{title}</title>
      <ForgetTicks />
      <Title caption={kind ? t(`kinds.${kind}`) : undefined}>{title}</Title>
      {running ? (
        <Progress
          done={settled}
          total={total}
          words={t("progress", { settled, total })}
          href={`/desk/bulk/${id}`}
        />
      ) : (
        <p role="status" className="mb-6">
          {t(status === "undone" ? "undoneCount" : "doneCount", { done, total })}
        </p>
      )}
      {undoable && (
        <ActionForm name="undo" action={undo} words={words} className="mb-8">
          <p className="mb-3 max-w-measure">{t("undoLead")}</p>
          <Submit look="secondary">{t("undo")}</Submit>
        </ActionForm>
      )}
      <Skipped
        title={t("skipped", { count: skippedInAll })}
        rows={skipped}
        next={next ? `/desk/bulk/${id}?after=${next}` : undefined}
      />
      {status === "done" && skippedInAll > 0 && (
        <ActionForm name="left-out" action={takeOn} words={words} className="mb-8">
          <Submit look="secondary">{t("takeOn", { count: skippedInAll })}</Submit>
        </ActionForm>
      )}
      <p>
        <Link href="/desk/enrollments">{t("back")}</Link>
      </p>
    </>
  );
}
