import { type Enrollable, enrollableBy } from "@/lib/enrollment/enrollable";
import { schoolContext } from "@/lib/enrollment/school-context";
import { documentKey } from "@/lib/enrollment/values";
import { branchOf } from "@/lib/form/steps";
import { emailKey } from "@/lib/mail/addresses";
import { dayOf } from "@/lib/platform/dates";
import type { ChildContent, DraftContent } from "./draft";

/** A draft as it goes on in an account: who is known among its students is the one the school knows. */
export async function boundTo(content: DraftContent, personId: string): Promise<DraftContent> {
  const { today } = await schoolContext();
  const people = await enrollableBy(personId, today);
  const bind = <C extends ChildContent>(child: C): C => {
    const known =
      branchOf(child.answers, today) === "adult" ? personId : childAmong(people, child)?.person.id;
    return { ...child, ...(known && { student: known }) };
  };
  const { children } = content;
  return { ...bind(content), by: personId, ...(children && { children: children.map(bind) }) };
}

/** The child of a guardian who is meant: by address, by document, or by name and birth date. */
function childAmong(people: Enrollable[], { answers }: ChildContent): Enrollable | undefined {
  const same = (typed: unknown, known: string | null, key: (text: string) => string) =>
    typeof typed === "string" && known !== null && key(typed) === key(known);
  return people.find(({ isOwn, person }) => {
    const { email, document, name, surname, birthDate } = person;
    if (isOwn) return false;
    return (
      same(answers.student_email, email, emailKey) ||
      same(answers.student_document, document, documentKey) ||
      (same(answers.student_name, name, emailKey) &&
        same(answers.student_surname, surname, emailKey) &&
        birthDate !== null &&
        dayOf(birthDate) === answers.student_birth_date)
    );
  });
}
