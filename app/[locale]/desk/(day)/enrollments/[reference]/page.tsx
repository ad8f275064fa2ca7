import { getLocale, getTranslations } from "next-intl/server";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { getListQuery, requireStaffSession } from "@/app/[locale]/desk/_lib/session";
import { DeskFlashMessage } from "@/components/desk/desk-flash-message";
import { DeskPage } from "@/components/desk/desk-page";
import { Section } from "@/components/ui/section";
import { readDecisionHistory } from "@/lib/desk/decide/queries";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import { hasPermission } from "@/lib/people/staff/permissions";
import { getSchoolToday } from "@/lib/school/settings";
import { DecisionPanel } from "./_record/decision-panel";
import { EnrollmentHistory } from "./_record/history";
import { Mails } from "./_record/mails";
import { Questions } from "./_record/questions";
import { RecordLinks } from "./_record/record-links";
import { Answers, OpenIssues, Remarks, RoundPoints } from "./_record/record-parts";
import { EnrollmentSummary } from "./_record/summary";
import { getListNeighbours, ListNavigation } from "./list-navigation";

type Props = PageProps<"/[locale]/desk/enrollments/[reference]">;

/** One enrollment (desk 10). */
export default withUnavailablePage(async function Page(props: Props) {
  const session = await requireStaffSession();
  const { actor } = session;
  const { reference } = await props.params;
  const enrollment = await readEnrollmentRecord(actor, reference, new Date());
  if (!enrollment) return <NotFoundPage />;

  const list = await getListQuery();
  const [t, decisions, position] = await Promise.all([
    getTranslations("desk.enrollment"),
    readDecisionHistory(actor, reference, await getLocale()),
    getListNeighbours({ session, reference, list }),
  ]);
  const student =
    [enrollment.student.name, enrollment.student.surname].filter(Boolean).join(" ") || t("erased.name");
  return (
    <DeskPage title={t("title", { student, reference })} heading={null}>
      <FlashMessage {...props} />
      <ListNavigation list={list} position={position} />
      <EnrollmentSummary {...{ enrollment, decisions, student, actor }} />
      <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_auto_1fr] print:block">
        <div className="min-w-0">
          <OpenIssues {...{ enrollment, decisions, actor, list }} />
        </div>
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Section id="decision" title={(await getTranslations("decisions.panel"))("title")}>
            <DecisionPanel {...{ session, decisions, list }} hasNext={Boolean(position?.next)} />
          </Section>
        </div>
        <div className="min-w-0 lg:row-span-2 lg:row-start-2">
          <RecordLinks {...{ enrollment, actor }} />
          <Answers {...{ enrollment, actor, list }} />
          <Mails
            messages={enrollment.mailMessages}
            student={enrollment.student}
            canResend={hasPermission(actor, "correct")}
          />
        </div>
        <div className="min-w-0 lg:col-start-2 lg:row-start-3">
          <Questions
            enrollment={enrollment}
            today={await getSchoolToday()}
            canAsk={hasPermission(actor, "decide")}
            list={list}
          />
          <RoundPoints {...{ enrollment, actor }} />
          <Remarks {...{ enrollment, actor }} />
          <EnrollmentHistory enrollment={enrollment} decisions={decisions.history} actor={actor} />
        </div>
      </div>
    </DeskPage>
  );
}, FlashMessage);

/** The last action, here or on the previous enrollment. */
async function FlashMessage({ searchParams }: Props) {
  const { said, saidOf } = await searchParams;
  return <DeskFlashMessage code={said} reference={saidOf} list={await getListQuery()} />;
}
