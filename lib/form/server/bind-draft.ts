import { type EnrollablePerson, listEnrollablePeople } from "@/lib/enrollment/enrollable";
import { getSchoolContext } from "@/lib/enrollment/school-context";
import { toDocumentKey } from "@/lib/enrollment/values";
import { getBranch } from "@/lib/form/steps";
import { toEmailKey } from "@/lib/mail/addresses";
import { toDay } from "@/lib/platform/dates";
import type { ChildContent, DraftContent } from "./draft";

/** A draft as it goes on in an account: who is known among its students is the one the school knows. */
export async function bindDraft(content: DraftContent, personId: string): Promise<DraftContent> {
  const { today } = await getSchoolContext();
  const people = await listEnrollablePeople(personId, today);
  const bind = <C extends ChildContent>(child: C): C => {
    const known =
      getBranch(child.answers, today) === "adult" ? personId : childAmong(people, child)?.person.id;
    return { ...child, ...(known && { student: known }) };
  };
  const { children } = content;
  return { ...bind(content), by: personId, ...(children && { children: children.map(bind) }) };
}

/** The child of a guardian who is meant: by address, by document, or by name and birth date. */
function childAmong(people: EnrollablePerson[], { answers }: ChildContent): EnrollablePerson | undefined {
  const same = (typed: unknown, known: string | null, key: (text: string) => string) =>
    typeof typed === "string" && known !== null && key(typed) === key(known);
  return people.find(({ isOwn, person }) => {
    const { email, document, name, surname, birthDate } = person;
    if (isOwn) return false;
    return (
      same(answers.student_email, email, toEmailKey) ||
      same(answers.student_document, document, toDocumentKey) ||
      (same(answers.student_name, name, toEmailKey) &&
        same(answers.student_surname, surname, toEmailKey) &&
        birthDate !== null &&
        toDay(birthDate) === answers.student_birth_date)
    );
  });
}
