import { useTranslations } from "next-intl";
import { getFormatter } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { DeskPage } from "@/components/desk/desk-page";
import { NoSchoolYear } from "@/components/desk/no-school-year";
import { SubmitButton } from "@/components/forms/fields";
import { Section } from "@/components/ui/section";
import { readWaitingOverview, type WaitingOverview } from "@/lib/desk/places/queries";
import { Link } from "@/lib/i18n/navigation";
import { hasPermission } from "@/lib/people/staff/permissions";
import { getSettings } from "@/lib/school/settings";
import { callNextAction } from "./actions";
import { formatCall } from "./call-schema";
import { WaitingListTable } from "./waiting-list-table";

/** Waiting lists in order, with free places (desk 22). */
export default defineDeskPage(
  "read",
  "decisions.waitingList",
  async ({ t, actor, query: { year: wanted, said } }) => {
    const { year } = await getSelectedYear(wanted);
    if (!year) return <NoSchoolYear />;
    const [format, { lists, ...next }, { time_zone: timeZone }] = await Promise.all([
      getFormatter(),
      readWaitingOverview(actor, year.id),
      getSettings(),
    ]);
    return (
      <DeskPage title={t("title")} caption={year.year} said={said} lead={t("lead")}>
        {lists.length === 0 && <p>{t("none")}</p>}
        {lists.length > 0 && <Calls year={year.id} {...next} mayCall={hasPermission(actor, "decide")} />}
        {lists.length > 0 && (
          <WaitingListTable
            year={year.id}
            lists={lists}
            mayDecide={hasPermission(actor, "decide")}
            day={(date) => format.dateTime(date, { dateStyle: "medium", timeZone })}
          />
        )}
      </DeskPage>
    );
  },
);

type Props = Pick<WaitingOverview, "calls" | "answers"> & { year: number; mayCall: boolean };

/** Offers free places to the next students, or says why not (admission 13). */
function Calls({ year, calls, answers, mayCall }: Props) {
  const t = useTranslations("decisions.calls");
  return (
    <Section title={t("title", { count: calls.length })} id="calls" className="mb-9">
      {calls.length === 0 && <p className="mt-3 max-w-measure">{t("nobody")}</p>}
      {answers > 0 && <p className="mt-3 max-w-measure">{t("answers", { count: answers })}</p>}
      {calls.length > 0 && (
        <>
          <ol className="my-3 list-decimal pl-6">
            {calls.map(({ reference, student, name }) => (
              <li key={reference} className="[overflow-wrap:anywhere]">
                <Link href={`/desk/enrollments/${reference}`}>
                  <bdi>{student}</bdi>
                </Link>{" "}
                <span className="reference text-muted">{reference}</span> · {name}
              </li>
            ))}
          </ol>
          {mayCall && (
            <DeskForm name="calls" action={callNextAction} className="print:hidden">
              <input type="hidden" name="year" value={year} />
              {calls.map((call) => (
                <input key={call.reference} type="hidden" name="call" value={formatCall(call)} />
              ))}
              <SubmitButton>{t("call", { count: calls.length })}</SubmitButton>
            </DeskForm>
          )}
        </>
      )}
    </Section>
  );
}
