import { type AccountCard, readFamilyAccount } from "@/lib/family/account/queries";
import { compareBirth, type FamilyStudent, readFamilyOverview } from "@/lib/family/renewal/queries";
import type { Day } from "@/lib/platform/dates";

/** A child, or the student who is signed in, with all enrollments. */
export type FamilyChild = {
  id: string;
  /** First name and surname. */
  name: string;
  birthDate: Day | undefined;
  /** This year's place and the next; undefined when of age. */
  student: FamilyStudent | undefined;
  /** Newest first. */
  enrollments: AccountCard[];
  /** The active enrollment of the year in question, else the newest. */
  current: AccountCard | undefined;
};

/** A person's account by child, oldest first. */
export async function readFamilyHome(personId: string, now: Date, locale: string) {
  const [account, family] = await Promise.all([
    readFamilyAccount(personId, now, locale),
    readFamilyOverview(personId, now, locale),
  ]);
  const sent = Map.groupBy(account.enrollments, ({ studentId }) => studentId);
  const ids = new Set([...family.students.map(({ id }) => id), ...sent.keys()]);
  const children = [...ids].map((id): FamilyChild => {
    const student = family.students.find((one) => one.id === id);
    const enrollments = sent.get(id) ?? [];
    const [newest] = enrollments;
    const asked = enrollments.filter(({ schoolYearId }) => schoolYearId === family.asked?.id);
    return {
      id,
      name: student?.fullName ?? newest?.studentName ?? "",
      birthDate: student?.birthDate ?? newest?.birthDate,
      student,
      enrollments,
      current: asked.find(({ reference }) => reference === student?.asked?.reference) ?? asked[0] ?? newest,
    };
  });
  return { account, family, children: children.sort(compareBirth) };
}
