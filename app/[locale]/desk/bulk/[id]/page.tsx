import { getLocale, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { DeskColumn } from "@/components/desk/desk-column";
import { Title } from "@/components/site/page";
import { bulkChoices } from "@/lib/office/bulk/choices";
import { bulkKinds } from "@/lib/office/bulk/input";
import { type Bulk, bulkReport, findBulk, readPosition } from "@/lib/office/bulk/show";
import { may } from "@/lib/people/staff/rights";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { formWords } from "../../form-words";
import { requireStaff } from "../../session";
import { chooseAction, leftOutAction, undoBulkAction } from "./actions";
import { BulkForm } from "./bulk-form";
import { BulkReportView } from "./report";
import { BulkWays } from "./ways";

/** Many enrollments at once: what to do with them and, once that has begun, what became of each (desk 24). */
export default orAway(async function Page({ params, searchParams }: PageProps<"/[locale]/desk/bulk/[id]">) {
  const session = await requireStaff();
  const bulk = may(session.actor, "work_in_bulk")
    ? await findBulk(session.actor, (await params).id)
    : undefined;
  if (!bulk) return <NoSuchPage />;
  const { do: wanted, after } = await searchParams;
  if (bulk.status === "draft") return <Choose bulk={bulk} session={session} wanted={wanted} />;
  const [report, words] = await Promise.all([
    bulkReport(session.actor, bulk, readPosition(after)),
    formWords(),
  ]);
  return (
    <DeskColumn>
      <BulkReportView
        bulk={bulk}
        report={report}
        undo={undoBulkAction}
        takeOn={leftOutAction}
        words={words}
      />
    </DeskColumn>
  );
});

type ChooseProps = { bulk: Bulk; session: StaffSession; wanted: string | string[] | undefined };

async function Choose({ bulk, session, wanted }: ChooseProps) {
  const kind = bulkKinds.find((known) => known === wanted) ?? bulk.kind ?? undefined;
  const [t, words, choices] = await Promise.all([
    getTranslations("desk.bulk"),
    formWords(),
    kind && bulkChoices(session.actor, bulk, kind, await getLocale()),
  ]);
  const title = t("title", { count: bulk.count });
  return (
    <DeskColumn>
      <title>{title}</title>
      <Title>{title}</Title>
      <p className="mb-6 max-w-measure">{t("lead")}</p>
      <BulkWays id={bulk.id} chosen={kind} />
      {kind && choices && (
        <BulkForm kind={kind} input={bulk.input} choices={choices} action={chooseAction} words={words} />
      )}
    </DeskColumn>
  );
}
