import { type EnrollablePerson, listEnrollablePeople } from "@/lib/enrollment/enrollable";
import { getSchoolContext } from "@/lib/enrollment/school-context";
import { readStoredAnswers } from "@/lib/enrollment/stored-answers";
import type { ExistingPeople } from "@/lib/form/known";
import type { ChildContent, DraftContent } from "./draft";

/** A draft with what the school knows now of the people of whoever it goes on for; any other draft as it is. */
export async function loadExistingPeople(content: DraftContent): Promise<DraftContent> {
  const { by, children } = content;
  if (by === undefined) return content;
  const people = await listEnrollablePeople(by, (await getSchoolContext()).today);
  const known = <C extends ChildContent>(child: C): C => ({
    ...child,
    known: knownOf(child.student, people),
  });
  return { ...known(content), ...(children && { children: children.map(known) }) };
}

/** What is known for a student's request: a child's guardian too; of a child who is new, the guardian alone. */
function knownOf(student: string | undefined, people: EnrollablePerson[]): ExistingPeople | undefined {
  const me = people.find(({ isOwn }) => isOwn);
  const one = student === undefined ? undefined : people.find(({ person }) => person.id === student);
  if (!me || (student !== undefined && !one)) return;
  const guardian = readStoredAnswers(undefined, { guardian: me.person });
  if (!one) return { people: ["guardian"], answers: guardian, years: [], returns: false };

  const years = one.enrollments.flatMap(({ schoolYearId, isActive }) => (isActive ? [schoolYearId] : []));
  const returns = one.enrollments.length > 0;
  const itself = readStoredAnswers(undefined, { student: one.person });
  return one.isOwn
    ? { people: ["student"], answers: itself, years, returns }
    : {
        people: ["guardian", "student", "second_guardian"],
        answers: { ...guardian, ...itself },
        years,
        returns,
      };
}
