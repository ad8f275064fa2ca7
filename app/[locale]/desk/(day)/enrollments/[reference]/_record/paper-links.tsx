import { useTranslations } from "next-intl";
import type { EnrollmentRecord } from "@/lib/desk/record/queries";
import { Link } from "@/lib/i18n/navigation";

/** What else a family that is known sends in on paper: the student's next year, another child (desk 15). */
export function PaperLinks({ enrollment: { reference, student } }: { enrollment: EnrollmentRecord }) {
  const t = useTranslations("desk.enrollment.paper");
  const first = student.guardians.find(({ position }) => position === 1)?.guardian;
  const ways = [
    ...(student.erasedAt ? [] : (["again"] as const)),
    ...(first && !first.erasedAt ? (["sibling"] as const) : []),
  ];
  if (ways.length === 0) return null;
  return (
    <ul className="mb-6 flex flex-wrap gap-x-6 text-small print:hidden">
      {ways.map((how) => (
        <li key={how}>
          <Link
            href={`/desk/paper?of=${reference}&how=${how}`}
            className="inline-flex min-h-target items-center"
          >
            {t(how)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
