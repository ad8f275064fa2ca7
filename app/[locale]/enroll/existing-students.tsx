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
  const [own, children] = [people.filter(({ isOwn }) => isOwn), people.filter(({ isOwn }) => !isOwn)];
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
          {[...own, ...children].map((one) => (
            <li key={one.person.id}>
              <StudentItem one={one} school={school} />
            </li>
          ))}
          <li>
            <Choice icon={plus} whom={NEW_CHILD} name={t("another")} text={t("anotherText")} />
          </li>
        </ul>
      </PostForm>
    </section>
  );
}

async function StudentItem({ one, school }: { one: EnrollablePerson; school: FormSchool }) {
  const t = await getTranslations("wizard.known");
  const { name, surname } = one.person;
  const fullName = [name, surname].filter(Boolean).join(" ");
  const left = listYearsLeft(one, school);
  const taken = school.open.filter((year) => !left.includes(year));
  if (left.length === 0)
    return (
      <div className="card">
        <p className="font-semibold [overflow-wrap:anywhere]">{one.isOwn ? t("myself") : fullName}</p>
        <ExistingRequests one={one} years={taken} />
      </div>
    );
  const years = left.map(({ year }) => year).join(", ");
  return (
    <>
      <Choice
        icon={userRound}
        whom={one.person.id}
        name={one.isOwn ? t("myself") : fullName}
        text={one.isOwn ? `${fullName} · ${years}` : years}
      />
      {taken.length > 0 && <ExistingRequests one={one} years={taken} />}
    </>
  );
}

/** Years with an existing request, as links. */
async function ExistingRequests({ one, years }: { one: EnrollablePerson; years: SchoolYear[] }) {
  const t = await getTranslations("wizard.known");
  return years.map(({ id, year }) => {
    const sent = one.enrollments.find(({ schoolYearId, isActive }) => isActive && schoolYearId === id);
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

type ChoiceProps = { icon: string; whom: string; name: string; text: string };

const Choice = ({ icon, whom, name, text }: ChoiceProps) => (
  <button type="submit" name="whom" value={whom} className="choice w-full text-start">
    <Icon d={icon} />
    <OptionContent label={name} hint={text} />
    <Icon d={chevronRight} />
  </button>
);
