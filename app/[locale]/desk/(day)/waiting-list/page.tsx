import { useTranslations } from "next-intl";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineYearPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { callNextAction } from "@/app/[locale]/desk/(day)/waiting-list/actions";
import { formatCall } from "@/app/[locale]/desk/(day)/waiting-list/call-schema";
import { DeskPage } from "@/components/desk/desk-page";
import { StudentName } from "@/components/desk/enrollment/student-link";
import { SubmitButton } from "@/components/forms/fields";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { Section } from "@/components/ui/section";
import { formatList, getEnrollmentUrl, getListUrl } from "@/lib/desk/list/filters";
import { createWaitingListQuery, readWaitingOverview } from "@/lib/desk/places/queries";
import { Link } from "@/lib/i18n/navigation";
import { hasPermission } from "@/lib/people/staff/permissions";

type WaitingOverview = Awaited<ReturnType<typeof readWaitingOverview>>;

/** Waiting lists in order, with free places (desk 22). */
export default defineYearPage(
  "read",
  "decisions.waitingList",
  async ({ t, actor, year, query: { said } }) => {
    const [{ mediumDate }, { lists, ...next }] = await Promise.all([
      getDateFormats(),
      readWaitingOverview(actor, year.id),
    ]);
    return (
      <DeskPage title={t("title")} caption={year.year} flash={said} intro={t("lead")}>
        {lists.length === 0 && <p>{t("none")}</p>}
        <Calls year={year.id} lists={lists} {...next} canCall={hasPermission(actor, "decide")} />
        {lists.length > 0 && (
          <WaitingListTable
            year={year.id}
            lists={lists}
            canDecide={hasPermission(actor, "decide")}
            formatDate={mediumDate}
          />
        )}
      </DeskPage>
    );
  },
);

type Props = WaitingOverview & { year: number; canCall: boolean };

/** Offers free places to the next students, or says why not (admission 13). */
function Calls({ year, lists, calls, answers, canCall }: Props) {
  const t = useTranslations("decisions.calls");
  const isInRound = lists.some(({ blocker }) => blocker === "round_open");
  return (
    <div className="mb-9">
      {lists.length > 0 && (
        <Section title={t("title", { count: calls.length })} id="calls" className="mb-3">
          {calls.length === 0 && <p className="mt-3 max-w-measure">{t(isInRound ? "inRound" : "nobody")}</p>}
          {answers > 0 && <p className="mt-3 max-w-measure">{t("answers", { count: answers })}</p>}
          {calls.length > 0 && <CallList calls={calls} />}
        </Section>
      )}
      {/* The result is shown also when nobody is left. */}
      {canCall && (
        <DeskForm name="calls" action={callNextAction} className="print:hidden">
          {calls.length > 0 && (
            <>
              <input type="hidden" name="year" value={year} />
              {calls.map((call) => (
                <input key={call.reference} type="hidden" name="call" value={formatCall(call)} />
              ))}
              <SubmitButton>{t("call", { count: calls.length })}</SubmitButton>
            </>
          )}
        </DeskForm>
      )}
    </div>
  );
}

function CallList({ calls }: Pick<Props, "calls">) {
  const t = useTranslations("desk.publication.problems");
  return (
    <ol className="my-3 list-decimal pl-6">
      {calls.map(({ reference, student, name, bounces }) => (
        <li key={reference} className="[overflow-wrap:anywhere]">
          <Link href={`/desk/enrollments/${reference}`}>
            <StudentName name={student} />
          </Link>{" "}
          <span className="reference text-muted">{reference}</span> · {name}
          {bounces && <span className="text-danger"> · {t("bounces")}</span>}
        </li>
      ))}
    </ol>
  );
}

type WaitingListTableProps = Pick<WaitingOverview, "lists"> & {
  year: number;
  canDecide: boolean;
  formatDate: (date: Date) => string;
};

function WaitingListTable({ lists, ...row }: WaitingListTableProps) {
  const t = useTranslations("decisions.waitingList");
  return (
    <DataTable
      caption={t("title")}
      columns={(["place", "free", "count", "student", "next"] as const).map((key) => ({
        key,
        label: key === "next" ? <span className="sr-only">{t(key)}</span> : t(key),
        number: key === "free" || key === "count",
      }))}
    >
      {lists.map((list) => (
        <Row key={list.name} list={list} {...row} />
      ))}
    </DataTable>
  );
}

function Row({
  list,
  year,
  canDecide,
  formatDate,
}: Omit<WaitingListTableProps, "lists"> & { list: WaitingOverview["lists"][number] }) {
  const t = useTranslations("decisions.waitingList");
  const { name: place, free, count, first, blocker } = list;
  const query = createWaitingListQuery(year, list);
  const listQuery = formatList(query);
  return (
    <TableRow>
      <TableRowHeader className="[overflow-wrap:anywhere]">
        <Link href={getListUrl(query)}>{place}</Link>
      </TableRowHeader>
      <TableCell number data-label={t("free")}>
        {free ?? t("unlimited")}
      </TableCell>
      <TableCell number data-label={t("count")}>
        {count}
      </TableCell>
      <TableCell className="[overflow-wrap:anywhere]" data-label={t("student")}>
        <Link href={getEnrollmentUrl(first.reference, listQuery)}>
          <StudentName name={[first.surname, first.name].filter(Boolean).join(", ")} />
        </Link>{" "}
        <span className="text-muted">{t("since", { day: formatDate(first.createdAt) })}</span>
      </TableCell>
      <TableCell className="print:hidden max-md:w-full">
        {blocker && <span className="text-muted">{t(`why.${blocker}`)}</span>}
        {canDecide && !blocker && (
          <Link
            href={getEnrollmentUrl(first.reference, listQuery, { below: "/decide/accepted" })}
            className="inline-flex min-h-target items-center md:pointer-fine:min-h-6"
          >
            {t("next")}
            <span className="sr-only">: {place}</span>
          </Link>
        )}
      </TableCell>
    </TableRow>
  );
}
