import { getTranslations } from "next-intl/server";
import { PostForm } from "@/components/forms/post-form";
import { OptionContent } from "@/components/ui/controls/radio-group";
import { Icon } from "@/components/ui/icons/icon";
import { chevronRight, plus, userRound } from "@/components/ui/icons/paths";
import { Notice } from "@/components/ui/notice";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { type EnrollablePerson, listEnrollablePeople } from "@/lib/enrollment/enroll/existing-family";
import { isInvitedToRenew } from "@/lib/family/renewal/queries";
import { Link } from "@/lib/i18n/navigation";
import { listYearsLeft, NEW_CHILD } from "@/lib/wizard/account/verbs";
import type { FormSchool, readChosen } from "@/lib/wizard/drafts/queries";
import { startEnrollmentAction } from "./start-actions";

type ChosenCourse = NonNullable<ReturnType<typeof readChosen>>;

type Props = { personId: string; school: FormSchool; chosen: ChosenCourse | undefined };

/** Students of a signed-in person: themselves, known children, or a new one (families 5). */
export async function ExistingStudents({ personId, school, chosen }: Props) {
  const t = await getTranslations("wizard.known");
  const people = await listEnrollablePeople(personId, school.context.today);
  if (people.length === 0) return <p className="max-w-measure">{t("underAge")}</p>;
  const [self, children] = [people.filter(({ isOwn }) => isOwn), people.filter(({ isOwn }) => !isOwn)];
  return (
    <section aria-labelledby="who">
      {(await isInvitedToRenew(personId, new Date())) && (
        <Notice>
          <p className="mb-2 max-w-measure">{t("goesOn")}</p>
          <Link href="/account">{t("toFamily")}</Link>
        </Notice>
      )}
      <h2 id="who" className="mb-4">
        {t("who")}
      </h2>
      <PostForm action={startEnrollmentAction}>
        {chosen && <input type="hidden" name="course" value={chosen.course.id} />}
        {chosen?.instrument && <input type="hidden" name="instrument" value={chosen.instrument.id} />}
        <ul className="space-y-3">
          {[...self, ...children].map((student) => (
            <li key={student.person.id}>
              <StudentItem student={student} school={school} />
            </li>
          ))}
          <li>
            <Choice icon={plus} value={NEW_CHILD} name={t("another")} text={t("anotherText")} />
          </li>
        </ul>
      </PostForm>
    </section>
  );
}

async function StudentItem({ student, school }: { student: EnrollablePerson; school: FormSchool }) {
  const t = await getTranslations("wizard.known");
  const { name, surname } = student.person;
  const fullName = [name, surname].filter(Boolean).join(" ");
  const availableYears = listYearsLeft(student, school);
  const requestedYears = school.openYears.filter((year) => !availableYears.includes(year));
  if (availableYears.length === 0)
    return (
      <div className="card">
        <p className="font-semibold [overflow-wrap:anywhere]">{student.isOwn ? t("myself") : fullName}</p>
        <ExistingRequests student={student} years={requestedYears} />
      </div>
    );
  const yearNames = availableYears.map(({ year }) => year).join(", ");
  return (
    <>
      <Choice
        icon={userRound}
        value={student.person.id}
        name={student.isOwn ? t("myself") : fullName}
        text={student.isOwn ? `${fullName} · ${yearNames}` : yearNames}
      />
      {requestedYears.length > 0 && <ExistingRequests student={student} years={requestedYears} />}
    </>
  );
}

/** Years with an existing request, as links. */
async function ExistingRequests({ student, years }: { student: EnrollablePerson; years: SchoolYear[] }) {
  const t = await getTranslations("wizard.known");
  return years.map(({ id, year }) => {
    const sent = student.enrollments.find(({ schoolYearId, isActive }) => isActive && schoolYearId === id);
    return (
      <p key={id} className="text-small">
        {t.rich("enrolled", {
          year,
          card: (text) => (
            <Link
              href={`/account/enrollments/${sent?.reference}`}
              className="inline-flex min-h-target items-center"
            >
              {text}
            </Link>
          ),
        })}
      </p>
    );
  });
}

type ChoiceProps = { icon: string; value: string; name: string; text: string };

const Choice = ({ icon, value, name, text }: ChoiceProps) => (
  <button type="submit" name="whom" value={value} className="choice w-full text-start">
    <Icon d={icon} />
    <OptionContent label={name} hint={text} />
    <Icon d={chevronRight} />
  </button>
);
