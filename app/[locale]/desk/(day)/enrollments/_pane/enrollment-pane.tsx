import { getLocale, getTranslations } from "next-intl/server";
import { getFormTexts } from "@/app/[locale]/desk/_lib/desk-form";
import { PaneFamily } from "@/app/[locale]/desk/(day)/enrollments/_pane/pane-family";
import { PaneFocus } from "@/app/[locale]/desk/(day)/enrollments/_pane/pane-focus";
import { DecisionPanel } from "@/app/[locale]/desk/(day)/enrollments/[reference]/_record/decision-panel";
import { EnrollmentHistory } from "@/app/[locale]/desk/(day)/enrollments/[reference]/_record/history";
import { Mails } from "@/app/[locale]/desk/(day)/enrollments/[reference]/_record/mails";
import { MissingFields } from "@/app/[locale]/desk/(day)/enrollments/[reference]/_record/missing";
import { Questions } from "@/app/[locale]/desk/(day)/enrollments/[reference]/_record/questions";
import { RecordLinks } from "@/app/[locale]/desk/(day)/enrollments/[reference]/_record/record-links";
import {
  Answers,
  OpenIssues,
  Remarks,
} from "@/app/[locale]/desk/(day)/enrollments/[reference]/_record/record-parts";
import { ErasedNotice, Origin } from "@/app/[locale]/desk/(day)/enrollments/[reference]/_record/summary";
import {
  getListNeighbours,
  ListNavigation,
} from "@/app/[locale]/desk/(day)/enrollments/[reference]/list-navigation";
import { DeskFlashMessage } from "@/components/desk/desk-flash-message";
import { LabelTag } from "@/components/desk/enrollment/label-tag";
import { MonthlyFee } from "@/components/desk/enrollment/monthly-fee";
import { StateBadge } from "@/components/desk/enrollment/state-badge";
import { StudentName } from "@/components/desk/enrollment/student-link";
import { Disclosure } from "@/components/ui/disclosure";
import { Icon } from "@/components/ui/icons/icon";
import { cross, fileText, history, stickyNote } from "@/components/ui/icons/paths";
import { type DecisionHistory, readDecisionHistory } from "@/lib/desk/decide/queries";
import {
  formatList,
  getEnrollmentUrl,
  getListUrl,
  getPaneUrl,
  type ListQuery,
} from "@/lib/desk/list/filters";
import { type EnrollmentRecord, readEnrollmentRecord } from "@/lib/desk/record/queries";
import { Link } from "@/lib/i18n/navigation";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { type Day, getAge, toDay } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";

type Props = {
  session: StaffSession;
  reference: string;
  query: ListQuery;
  /** The last action, and its enrollment if it is another one. */
  flash: Pick<Parameters<typeof DeskFlashMessage>[0], "code" | "reference">;
};

/** An enrollment beside its list: the essentials and common decisions (desk 35). */
export async function EnrollmentPane({ session, reference, query, flash }: Props) {
  const { actor } = session;
  const list = formatList(query, query.cursor);
  const enrollment = await readEnrollmentRecord(actor, reference, new Date());
  if (!enrollment) return null;
  const [decisions, position, today] = await Promise.all([
    readDecisionHistory(actor, reference, await getLocale()),
    getListNeighbours({ session, reference, list }),
    getSchoolToday(),
  ]);
  const { student, notes, labels } = enrollment;
  return (
    <aside aria-labelledby="pane-title" className="card card-raised text-small print:hidden">
      <PaneFocus
        reference={reference}
        pageHref={getEnrollmentUrl(reference, list)}
        revision={[flash.code, decisions.enrollment.version, notes.length, labels.length].join()}
      />
      <PaneHeader
        {...{ actor, enrollment, query, position }}
        age={student.birthDate && getAge(toDay(student.birthDate), today)}
      />
      <DeskFlashMessage {...flash} getHref={(reference) => getPaneUrl(reference, list)} />
      <PaneStatus enrollment={enrollment} />
      <ErasedNotice enrollment={enrollment} />
      <OpenIssues {...{ enrollment, decisions, actor, list }} />
      <section id="decision" aria-label={(await getTranslations("decisions.panel"))("title")}>
        <DecisionPanel {...{ session, decisions, list }} hasNext={Boolean(position?.next)} inPane />
      </section>
      <PaneFamily enrollment={enrollment} />
      <PaneRecord {...{ actor, enrollment, decisions, list, today }} />
    </aside>
  );
}

type PaneHeaderProps = Pick<Props, "query"> & {
  actor: Actor;
  enrollment: EnrollmentRecord;
  age: number | null;
  position: Awaited<ReturnType<typeof getListNeighbours>>;
};

/** Name, position in the list, and links to neighbours and page. */
async function PaneHeader({ actor, enrollment, age, query, position }: PaneHeaderProps) {
  const [t, listTexts] = await Promise.all([getTranslations("desk.pane"), getTranslations("desk.list")]);
  const { reference, student } = enrollment;
  const list = formatList(query, query.cursor);
  return (
    <header className="mb-3 flex flex-wrap items-start justify-between gap-x-2">
      <h2 id="pane-title" tabIndex={-1} className="min-w-0 flex-1 text-lead">
        <StudentName name={[student.name, student.surname].filter(Boolean).join(" ")} />
      </h2>
      <Link href={getListUrl(query, query.cursor)} scroll={false} className="-m-2 p-2">
        <Icon d={cross} />
        <span className="sr-only">{t("close")}</span>
      </Link>
      <p className="w-full text-muted">
        {age !== null && `${listTexts("age", { age })} · `}
        <span className="font-mono">{reference}</span>
        <MonthlyFee {...{ actor, enrollment }} />
      </p>
      <ListNavigation {...{ list, position }} inPane />
      <Link href={getEnrollmentUrl(reference, list)}>{t("open")}</Link>
    </header>
  );
}

function PaneStatus({ enrollment: { id, decidedState, labels } }: Pick<PaneHeaderProps, "enrollment">) {
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <StateBadge state={decidedState} />
      {labels.map(({ label }) => (
        <LabelTag key={label.id}>{label.name}</LabelTag>
      ))}
      <MissingFields id={id} />
    </p>
  );
}

type PaneRecordProps = {
  actor: Actor;
  enrollment: EnrollmentRecord;
  decisions: DecisionHistory;
  list: string | undefined;
  today: Day;
};

/** The other parts of an enrollment's page, collapsed (desk 35). */
async function PaneRecord({ actor, enrollment, decisions, list, today }: PaneRecordProps) {
  const t = await getTranslations("desk.pane");
  const savedForm = (await getFormTexts()).savedForm?.form;
  const { labels, notes } = enrollment;
  return (
    <>
      <Disclosure
        summary={t("remarks")}
        icon={stickyNote}
        summaryEnd={labels.length + notes.length || undefined}
        open={/^(note|label|unlabel-.*)$/.test(savedForm ?? "")}
      >
        <Remarks {...{ enrollment, actor }} />
      </Disclosure>
      <Disclosure summary={t("answers")} icon={fileText} open={savedForm?.startsWith("mark-")}>
        <p className="mb-3 text-muted">
          <Origin enrollment={enrollment} />
        </p>
        <Answers {...{ enrollment, actor, list }} />
        <RecordLinks {...{ enrollment, actor }} />
      </Disclosure>
      <Disclosure
        summary={t("contact")}
        icon={history}
        open={/^(resend|question|undo)-/.test(savedForm ?? "")}
      >
        <Questions {...{ enrollment, list }} today={today} canAsk={hasPermission(actor, "decide")} />
        <Mails
          messages={enrollment.mailMessages}
          student={enrollment.student}
          canResend={hasPermission(actor, "correct")}
        />
        <EnrollmentHistory {...{ enrollment, actor }} decisions={decisions.history} />
      </Disclosure>
    </>
  );
}
