import { getLocale, getTranslations } from "next-intl/server";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { getListQuery, requireStaffSession } from "@/app/[locale]/desk/_lib/session";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskFlashMessage } from "@/components/desk/desk-flash-message";
import { MonthlyFee } from "@/components/desk/enrollment/monthly-fee";
import { listCorrectionRequests } from "@/lib/desk/correction/verbs";
import { type DecisionHistory, readDecisionHistory } from "@/lib/desk/decide/queries";
import { listLabels } from "@/lib/desk/labels/verbs";
import {
  type EnrollmentRecord,
  listDuplicateCandidates,
  readEnrollmentRecord,
} from "@/lib/desk/record/queries";
import { readGuardianMarks } from "@/lib/desk/record/verbs";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";
import { hasReadReceipt, type StaffSession } from "@/lib/people/staff/sessions";
import { getSchoolToday } from "@/lib/school/settings";
import { RequestedChoices } from "./_record/choices";
import { CorrectionRequests } from "./_record/correction-requests";
import { DecisionPanel } from "./_record/decision-panel";
import { Disagreements } from "./_record/disagreements";
import { Family } from "./_record/family";
import { EnrollmentHistory } from "./_record/history";
import { Labels } from "./_record/labels";
import { Mails } from "./_record/mails";
import { Notes } from "./_record/notes";
import { PaperLinks } from "./_record/paper-links";
import { People } from "./_record/people";
import { PossibleDuplicates } from "./_record/possible-duplicates";
import { Questions } from "./_record/questions";
import { EnrollmentSummary } from "./_record/summary";
import {
  acceptAction,
  acceptCorrectionAction,
  answerCorrectionAction,
  markGuardianAction,
  markNotDuplicateAction,
} from "./actions";
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
        <ToSettle {...{ enrollment, decisions, actor, list }} />
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Decide {...{ session, decisions, list }} hasNext={Boolean(within?.next)} />
        </div>
        <Given {...{ enrollment, actor, list }} />
        <div className="min-w-0 lg:col-start-2 lg:row-start-3">
          <Questions
            enrollment={enrollment}
            today={await getSchoolToday()}
            mayAsk={hasPermission(actor, "decide")}
            list={list}
          />
          <Labels given={enrollment.labels} known={labels} mayAdd={mayNote} />
          <Notes notes={enrollment.notes} mayAdd={mayNote} />
          <EnrollmentHistory enrollment={enrollment} decisions={decisions.history} />
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

type DecideProps = Pick<ToSettleProps, "decisions" | "list"> & {
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

type GivenProps = {
  enrollment: EnrollmentRecord;
  actor: Actor;
  list: string | undefined;
};

type ToSettleProps = GivenProps & { decisions: DecisionHistory };

/** What is to be known before anything is decided. */
async function ToSettle({ enrollment, decisions, actor, list }: ToSettleProps) {
  return (
    <div className="min-w-0">
      <PossibleDuplicates
        enrollment={enrollment}
        others={await listDuplicateCandidates(actor, enrollment.id)}
        mayWithdraw={decisions.mayDecide.includes("withdrawn")}
        say={hasPermission(actor, "decide") ? markNotDuplicateAction : undefined}
        list={list}
      />
      <CorrectionRequests
        corrections={await listCorrectionRequests(actor, enrollment.reference)}
        settle={
          hasPermission(actor, "correct")
            ? { accept: acceptCorrectionAction, answer: answerCorrectionAction }
            : undefined
        }
      />
      <Disagreements enrollment={enrollment} maySettle={hasPermission(actor, "decide")} />
    </div>
  );
}

/** What the family gave, and what was written to it. */
async function Given({ enrollment, actor, list }: GivenProps) {
  return (
    <div className="min-w-0 lg:row-span-2 lg:row-start-2">
      <People
        enrollment={enrollment}
        mayCorrect={hasPermission(actor, "correct")}
        list={list}
        today={await getSchoolToday()}
        marking={{
          marks: await readGuardianMarks(actor, enrollment.reference),
          action: hasPermission(actor, "mark_guardian") ? markGuardianAction : undefined,
        }}
      />
      <RequestedChoices enrollment={enrollment} mayCorrect={hasPermission(actor, "correct")} list={list} />
      <MonthlyFee actor={actor} enrollment={enrollment} />
      <Family actor={actor} enrollment={enrollment} />
      <Mails
        messages={enrollment.mailMessages}
        people={enrollment.student}
        mayResend={hasPermission(actor, "correct")}
      />
    </div>
  );
}
