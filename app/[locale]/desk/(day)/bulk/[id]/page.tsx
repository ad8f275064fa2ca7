import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { DeskPage } from "@/components/desk/desk-page";
import { JobProgress } from "@/components/desk/job-progress";
import { SubmitButton } from "@/components/forms/fields";
import { LinkRow } from "@/components/ui/charts/stat";
import { check, cross, download, hourglass, mail, send, tag } from "@/components/ui/icons/paths";
import { getBulkOptions } from "@/lib/desk/bulk/preview";
import { type BulkAction, findBulk, parsePosition, readBulkReport } from "@/lib/desk/bulk/queries";
import { type BulkKind, bulkKinds } from "@/lib/desk/bulk/schema";
import { getBulkUrl, getListUrl, parseList } from "@/lib/desk/list/filters";
import { Link } from "@/lib/i18n/navigation";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { selectSkippedAction } from "./actions";
import { BulkForm } from "./bulk-form";
import { ClearSelections } from "./clear-selections";
import { SkippedEnrollments } from "./skipped-enrollments";

type BulkReport = Awaited<ReturnType<typeof readBulkReport>>;

/** A bulk action: input, then progress and results (desk 24). */
export default defineDeskPage(
  "work_in_bulk",
  "desk.bulk",
  async ({ t, session, params: { id = "" }, query: { do: requested, after, list } }) => {
    const bulk = await findBulk(session.actor, id);
    if (!bulk) return;
    const props = { bulk, list: typeof list === "string" ? list : undefined };
    if (bulk.status === "draft") return <BulkSelection {...{ ...props, session, requested }} />;
    const report = await readBulkReport(session.actor, bulk, parsePosition(after));
    return (
      <DeskPage
        title={t(`statuses.${bulk.status}`)}
        caption={bulk.kind && t(`kinds.${bulk.kind}`)}
        back={{ href: getListUrl(parseList(list)), text: t("back") }}
      >
        <BulkReportView {...props} report={report} />
      </DeskPage>
    );
  },
);

/** A bulk action and the list of its selection. */
type Props = { bulk: BulkAction; list: string | undefined };

type SelectionProps = Props & { session: StaffSession; requested: string | string[] | undefined };

async function BulkSelection({ bulk, list, session, requested }: SelectionProps) {
  const kind = bulkKinds.find((kind) => kind === requested) ?? bulk.kind ?? undefined;
  const [t, choices] = await Promise.all([
    getTranslations("desk.bulk"),
    kind && getBulkOptions(session.actor, bulk, kind, await getLocale()),
  ]);
  const title = t("title", { count: bulk.count });
  return (
    <DeskPage title={title} back={{ href: getListUrl(parseList(list)), text: t("back") }}>
      <p className="mb-6 max-w-measure">{t("lead")}</p>
      <BulkActions bulk={bulk} list={list} selected={kind} />
      {kind && choices && <BulkForm kind={kind} input={bulk.input} options={choices} />}
    </DeskPage>
  );
}

const icons: Record<BulkKind, string> = {
  accepted: check,
  waiting: hourglass,
  rejected: cross,
  label: tag,
  resend: mail,
  write: send,
};

const kinds = Object.keys(icons) as BulkKind[];

/** All actions, or the chosen one in a line. */
function BulkActions({ bulk: { id }, list, selected }: Props & { selected: BulkKind | undefined }) {
  const t = useTranslations("desk.bulk");
  const actions = [
    ...kinds.map((kind) => ({
      kind,
      href: getBulkUrl(id, list, { query: { do: kind } }),
      title: t(`kinds.${kind}`),
      text: t(`about.${kind}`),
      icon: icons[kind],
    })),
    { kind: "export", href: `/desk/exports/new?bulk=${id}`, title: t("export"), text: "", icon: download },
  ];
  return (
    <nav aria-label={t("what")} className={selected ? "tabs mb-6 md:flex-wrap" : "mb-8"}>
      {selected ? (
        actions.map(({ kind, href, title }) => (
          <Link key={kind} href={href} aria-current={kind === selected ? "true" : undefined}>
            {title}
          </Link>
        ))
      ) : (
        <ul className="link-rows max-w-column">
          {actions.map(({ kind, href, ...action }) => (
            <li key={kind}>
              <Link href={href}>
                <LinkRow {...action} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

/** Progress and skipped enrollments. */
function BulkReportView({ bulk: { id, kind, status }, list, report }: Props & { report: BulkReport }) {
  const t = useTranslations("desk.bulk");
  const { total, settled, done, skipped, skippedInAll, next, undoable } = report;
  const running = status === "working" || status === "undoing";
  return (
    <>
      <ClearSelections />
      {running ? (
        <JobProgress
          done={settled}
          total={total}
          text={t("progress", { settled, total })}
          href={getBulkUrl(id, list)}
        />
      ) : (
        <p role="status" className="mb-6">
          {t(status === "undone" ? "undoneCount" : "doneCount", { done, total })}
        </p>
      )}
      {undoable && (
        <DeskForm name="undo" verb="bulk_undone" className="mb-8">
          <p className="mb-3 max-w-measure">{t("undoLead", { kind: kind ?? "" })}</p>
          <SubmitButton variant="secondary">{t("undo", { kind: kind ?? "" })}</SubmitButton>
        </DeskForm>
      )}
      <SkippedEnrollments
        title={t("skipped", { count: skippedInAll })}
        rows={skipped}
        next={next ? getBulkUrl(id, list, { query: { after: String(next) } }) : undefined}
      />
      {status === "done" && skippedInAll > 0 && (
        <DeskForm name="left-out" action={selectSkippedAction} className="mb-8">
          <SubmitButton variant="secondary">{t("takeOn", { count: skippedInAll })}</SubmitButton>
        </DeskForm>
      )}
    </>
  );
}
