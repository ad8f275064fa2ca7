import { getLocale, getTranslations } from "next-intl/server";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { getListQuery, requireStaffSession } from "@/app/[locale]/desk/_lib/session";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskFlashMessage } from "@/components/desk/desk-flash-message";
import { MonthlyFee } from "@/components/desk/enrollment/monthly-fee";
import { type DecisionHistory, readDecisionHistory } from "@/lib/desk/decide/queries";
import { listLabels } from "@/lib/desk/labels/verbs";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import { hasPermission } from "@/lib/people/staff/permissions";
import { hasReadReceipt, type StaffSession } from "@/lib/people/staff/sessions";
import { getSchoolToday } from "@/lib/school/settings";
import { DecisionPanel } from "./_record/decision-panel";
import { EnrollmentHistory } from "./_record/history";
import { Labels } from "./_record/labels";
import { Mails } from "./_record/mails";
import { Notes } from "./_record/notes";
import { PaperLinks } from "./_record/paper-links";
import { Questions } from "./_record/questions";
import { Answers, ToSettle } from "./_record/record-parts";
import { EnrollmentSummary } from "./_record/summary";
import { acceptAction } from "./actions";
import { getListNeighbours, ListNavigation } from "./list-navigation";

type Props = PageProps<"/[locale]/desk/enrollments/[reference]">;

/** Everything about one enrollment, on one page (desk 10). */
export default withUnavailablePage(async function Page(props: Props) {
  const session = await requireStaffSession();
  const { actor } = session;
  const { reference } = await props.params;
  const enrollment = await readEnrollmentRecord(actor, reference, new Date());
  if (!enrollment) return <NotFoundPage />;

  const list = await getListQuery();
  const [t, labels, decisions, within] = await Promise.all([
    getTranslations("desk.enrollment"),
    listLabels(actor),
    readDecisionHistory(actor, reference, await getLocale()),
    getListNeighbours({ session, reference, list }),
  ]);
  const mayNote = hasPermission(actor, "note");
  const student = [enrollment.student.name, enrollment.student.surname].filter(Boolean).join(" ");
  return (
    <DeskColumn>
      <title>{t("title", { student, reference })}</title>
      <Said {...props} />
      <ListNavigation list={list} within={within} />
      <EnrollmentSummary enrollment={enrollment} student={student} />
      <PaperLinks enrollment={enrollment} mayEnroll={hasPermission(actor, "enroll_on_paper")} />
      <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_auto_1fr] print:block">
        <div className="min-w-0">
          <ToSettle {...{ enrollment, decisions, actor, list }} />
        </div>
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Decide {...{ session, decisions, list }} hasNext={Boolean(within?.next)} />
        </div>
        <div className="min-w-0 lg:row-span-2 lg:row-start-2">
          <Answers {...{ enrollment, actor, list }} />
          <MonthlyFee actor={actor} enrollment={enrollment} />
          <Mails
            messages={enrollment.mailMessages}
            people={enrollment.student}
            mayResend={hasPermission(actor, "correct")}
          />
        </div>
        <div className="min-w-0 lg:col-start-2 lg:row-start-3">
          <Questions
            enrollment={enrollment}
            today={await getSchoolToday()}
            mayAsk={hasPermission(actor, "decide")}
            list={list}
          />
          <Labels given={enrollment.labels} known={labels} mayAdd={mayNote} />
          <Notes notes={enrollment.notes} mayAdd={mayNote} />
          <EnrollmentHistory enrollment={enrollment} decisions={decisions.history} actor={actor} />
        </div>
      </div>
    </DeskColumn>
  );
}, Said);

/** What was done before, here or on the one before in the list. */
async function Said({ searchParams }: Props) {
  const { said, saidOf } = await searchParams;
  return <DeskFlashMessage said={said} of={saidOf} list={await getListQuery()} />;
}

type DecideProps = {
  decisions: DecisionHistory;
  list: string | undefined;
  session: StaffSession;
  hasNext: boolean;
};

/** By one press where the mail was seen today, else on a page that shows it (desk 36). */
async function Decide({ session, ...panel }: DecideProps) {
  const day = await getSchoolToday();
  return (
    <DecisionPanel {...panel} accept={hasReadReceipt(session, "accepted", day) ? acceptAction : undefined} />
  );
}
