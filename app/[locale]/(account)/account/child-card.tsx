import { useLocale, useTranslations } from "next-intl";
import { startEnrollmentAction } from "@/app/[locale]/enroll/start-actions";
import { SubmitButton } from "@/components/forms/fields";
import { PostForm } from "@/components/forms/post-form";
import { CourseSummary } from "@/components/site/course-summary";
import { stateStyles } from "@/components/site/state-styles";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icons/icon";
import { cross, pencil, plus, undo } from "@/components/ui/icons/paths";
import { formatPrice, toSentenceCase } from "@/lib/catalogue/course-price";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { states } from "@/lib/enrollment/states";
import type { FamilyChild } from "@/lib/family/account/queries";
import { type FamilyOverview, type FamilyStudent, formatRenewal } from "@/lib/family/renewal/queries";
import { Link } from "@/lib/i18n/navigation";
import type { Day } from "@/lib/platform/dates";
import { AccountForm } from "../_lib/account-form";
import { ChildRecords } from "./child-records";
import { ChildYears, useChildYears } from "./child-years";
import { EnrollmentActions, EnrollmentStatus, isUrgent } from "./enrollment-status";
import { undoLeaveAction } from "./renewal-actions";

export type ChildProps = {
  child: FamilyChild;
  family: FamilyOverview;
  today: Day;
  timeZone: string;
  /** The day by which the school answers. */
  answerBy: Day | undefined;
  /** The enrollment with the page's primary button. */
  primaryReference: string | undefined;
};

/** A child's requests, status and next action; everything else is folded. */
export function ChildCard(props: ChildProps) {
  const t = useTranslations("account.family");
  const tView = useTranslations("account.view");
  const { child, family } = props;
  const { id, name, student, current } = child;
  const years = useChildYears(props);
  const hasYears = years.length > 1 || !current;
  const year = family.requestedYear ?? family.previousYear;
  const begun = (year?.start_school_year ?? "") > props.today ? "no" : "yes";
  const facts = [
    student?.age !== undefined && t(student.isOwn ? "ownAge" : "age", { age: student.age, begun }),
    !hasYears && current && t("forYear", { year: current.schoolYear.year }),
  ].filter(Boolean);
  const isFormer = current?.role === "former";
  return (
    <article className="card mb-5" aria-labelledby={`student-${id}`}>
      <header className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div>
          <h2 id={`student-${id}`} className="[overflow-wrap:anywhere]">
            <bdi>{name}</bdi>
          </h2>
          {facts.length > 0 && <p className="text-small text-muted">{facts.join(" · ")}</p>}
        </div>
        {!isFormer && <CurrentStatus child={child} />}
      </header>
      {isFormer && <p>{tView("former", { student: name })}</p>}
      {!isFormer && hasYears && <ChildYears years={years} />}
      {!isFormer && !hasYears && (
        <p className="mb-3 max-w-measure">
          <CourseSummary course={current?.course} />
        </p>
      )}
      {!isFormer && <StatusList {...props} />}
      {student?.canEnroll &&
        family.requestedYear &&
        !student.requested &&
        (family.isOpen || student.previous) && <RenewalLinks student={student} year={family.requestedYear} />}
      {child.enrollments.length > 0 && !isFormer && <ChildRecords {...props} />}
    </article>
  );
}

function StatusList({ child, primaryReference, timeZone, answerBy, today }: ChildProps) {
  const t = useTranslations("account.view");
  const { student, current, enrollments } = child;
  return enrollments.map((enrollment) => {
    const isCurrent = enrollment === current && !student?.renews && !student?.isLeaving;
    if (enrollment.role === "former" || (!isCurrent && !isUrgent(enrollment))) return null;
    const isFirst = enrollment.reference === primaryReference;
    return (
      <div key={enrollment.reference} id={`card-${enrollment.reference}`} className="mt-4">
        {isCurrent && (
          <>
            <EnrollmentStatus {...{ enrollment, answerBy, today }} />
            <p className="mb-4 text-small text-muted">
              {t("reference")}: <span className="reference">{enrollment.reference}</span>
            </p>
          </>
        )}
        <EnrollmentActions enrollment={enrollment} timeZone={timeZone} isFirst={isFirst} />
      </div>
    );
  });
}

/** The price of the next course, else the status of the request. */
function CurrentStatus({ child: { student, current } }: { child: FamilyChild }) {
  const t = useTranslations("account.family");
  const tPrice = useTranslations("price");
  const locale = useLocale();
  const next = student?.next;
  if (student?.isLeaving) return <Badge {...stateStyles.gone}>{t("leaves")}</Badge>;
  if (next) {
    const { amount, per } = formatPrice(next.price, tPrice, locale);
    const instrument = next.instrument && next.price?.withSpeciality && toSentenceCase(next.instrument);
    return (
      <p className="text-small text-muted sm:text-end">
        <b className={next.price ? "text-lead text-ink" : undefined}>{amount}</b>
        {"\u00a0"}
        {[per, instrument && t("with", { speciality: instrument })].filter(Boolean).join(", ")}
      </p>
    );
  }
  return (
    current &&
    !student?.renews && (
      <Badge {...stateStyles[states[current.state].chip]}>{t(`states.${current.state}`)}</Badge>
    )
  );
}

/** Links to change, leave or ask, beside the common renewal button. */
function RenewalLinks({ student, year }: { student: FamilyStudent; year: SchoolYear }) {
  const t = useTranslations("account.family");
  const { id, name, previous, isLeaving } = student;
  const suffix = <span className="sr-only">: {name}</span>;
  const hadPlace = previous?.state === "accepted";
  return (
    <div className="link-row mt-4 border-t border-hairline pt-1 print:hidden">
      {isLeaving && previous ? (
        <AccountForm action={undoLeaveAction}>
          <input type="hidden" name="reference" value={previous.reference} />
          <SubmitButton variant="quiet">
            <Icon d={undo} />
            {t("afterAll")}
            {suffix}
          </SubmitButton>
        </AccountForm>
      ) : (
        <PostForm action={startEnrollmentAction}>
          <input type="hidden" name="year" value={year.id} />
          {student.next && <input type="hidden" name="stay" value={formatRenewal(student)} />}
          <button type="submit" name="whom" value={id}>
            <Icon d={hadPlace ? pencil : plus} />
            {t(student.next ? "change" : hadPlace ? "choose" : "askFor", { year: year.year })}
            {suffix}
          </button>
        </PostForm>
      )}
      {hadPlace && !isLeaving && (
        <Link href={`/account/enrollments/${previous.reference}/leave`}>
          <Icon d={cross} />
          {t("leaves")}
          {suffix}
        </Link>
      )}
    </div>
  );
}
