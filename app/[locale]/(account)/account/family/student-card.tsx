import { useLocale, useTranslations } from "next-intl";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { startEnrollmentAction } from "@/app/[locale]/enroll/start-actions";
import { SubmitButton } from "@/components/forms/fields";
import { PostForm } from "@/components/forms/post-form";
import { stateStyles } from "@/components/site/state-styles";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icons/icon";
import { cross, eye, listOrdered, pencil, plus, undo } from "@/components/ui/icons/paths";
import { formatPrice, toSentenceCase } from "@/lib/catalogue/course-price";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { states } from "@/lib/enrollment/states";
import { type FamilyStudent, type FamilyYears, formatRenewal } from "@/lib/family/renewal/queries";
import { Link } from "@/lib/i18n/navigation";
import type { Day } from "@/lib/platform/dates";
import { undoLeaveAction } from "./actions";
import { StudentYears } from "./student-years";

type Props = { student: FamilyStudent; years: FamilyYears; today: Day };

/** A child with this year's course and the next one's, and what can be done about it beside the one press. */
export function StudentCard({ student, years, today }: Props) {
  const t = useTranslations("account.family");
  const { id, isOwn, name, age, asked, before, acts } = student;
  const heading = `student-${id}`;
  const begun = ((years.asked ?? years.before)?.start_school_year ?? "") > today ? "no" : "yes";
  return (
    <article className="card mb-5" aria-labelledby={heading}>
      <header className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div>
          <h2 id={heading} className="[overflow-wrap:anywhere]">
            <bdi>{name}</bdi>
          </h2>
          {age !== undefined && (
            <p className="text-small text-muted">{t(isOwn ? "ownAge" : "age", { age, begun })}</p>
          )}
        </div>
        <Standing student={student} />
      </header>
      <StudentYears student={student} years={years} today={today} />
      <div className="link-row mt-4 border-t border-hairline pt-1 print:hidden">
        {acts && years.asked && !asked && <Ways student={student} year={years.asked} />}
        {asked?.inRound && (
          <Link href={`/account/enrollments/${asked.reference}/points`}>
            <Icon d={listOrdered} />
            {t("points")}
            <span className="sr-only">: {name}</span>
          </Link>
        )}
        {(asked ?? before) && !student.next && (
          <Link href={`/account/enrollments/${(asked ?? before)?.reference}`}>
            <Icon d={eye} />
            {t("see")}
            <span className="sr-only">: {name}</span>
          </Link>
        )}
      </div>
    </article>
  );
}

/** What the next course costs; else how what was asked for stands. */
function Standing({ student: { asked, before, next, leaves } }: { student: FamilyStudent }) {
  const t = useTranslations("account.family");
  const price = useTranslations("price");
  const locale = useLocale();
  if (leaves) return <Badge {...stateStyles.gone}>{t("leaves")}</Badge>;
  if (next) {
    const { amount, per } = formatPrice(next.price, price, locale);
    const withIt = next.instrument && next.price?.withSpeciality && toSentenceCase(next.instrument);
    return (
      <p className="text-small text-muted sm:text-end">
        <b className={next.price ? "text-lead text-ink" : undefined}>{amount}</b>
        {"\u00a0"}
        {[per, withIt && t("with", { speciality: withIt })].filter(Boolean).join(", ")}
      </p>
    );
  }
  const shown = asked ?? (before?.state === "accepted" ? undefined : before);
  return shown && <Badge {...stateStyles[states[shown.state].look]}>{t(`states.${shown.state}`)}</Badge>;
}

function Ways({ student, year }: { student: FamilyStudent; year: SchoolYear }) {
  const t = useTranslations("account.family");
  const { id, name, before, leaves } = student;
  if (leaves && before)
    return (
      <AccountForm action={undoLeaveAction}>
        <input type="hidden" name="reference" value={before.reference} />
        <SubmitButton look="quiet">
          <Icon d={undo} />
          {t("afterAll")}
          <span className="sr-only">: {name}</span>
        </SubmitButton>
      </AccountForm>
    );
  const had = before?.state === "accepted";
  return (
    <>
      <PostForm action={startEnrollmentAction}>
        <input type="hidden" name="year" value={year.id} />
        {student.next && <input type="hidden" name="stay" value={formatRenewal(student)} />}
        <button type="submit" name="whom" value={id}>
          <Icon d={had ? pencil : plus} />
          {t(student.next ? "change" : had ? "choose" : "askFor", { year: year.year })}
          <span className="sr-only">: {name}</span>
        </button>
      </PostForm>
      {had && (
        <Link href={`/account/enrollments/${before.reference}/leave`}>
          <Icon d={cross} />
          {t("leaves")}
          <span className="sr-only">: {name}</span>
        </Link>
      )}
    </>
  );
}
