import { useTranslations } from "next-intl";
import type { EnrollmentRecord } from "@/lib/desk/record/queries";
import { Link } from "@/lib/i18n/navigation";

type Props = { enrollment: EnrollmentRecord; mayEnroll: boolean };

/** Its certificate, and what else a family that is known sends in on paper: the student's next year, another child (desk 15). */
export function PaperLinks({ enrollment: { reference, student }, mayEnroll }: Props) {
  const [t, certificate] = [useTranslations("desk.enrollment.paper"), useTranslations("certificate")];
  const first = student.guardians.find(({ position }) => position === 1)?.guardian;
  const ways = [
    ...(student.erasedAt || !mayEnroll ? [] : (["again"] as const)),
    ...(mayEnroll && first && !first.erasedAt ? (["sibling"] as const) : []),
  ];
  const link = "inline-flex min-h-target items-center";
  if (ways.length === 0 && student.erasedAt) return null;
  return (
    <ul className="mb-6 flex flex-wrap gap-x-6 text-small print:hidden">
      {!student.erasedAt && (
        <li>
          <Link href={`/desk/enrollments/${reference}/certificate`} className={link}>
            {certificate("title")}
          </Link>
        </li>
      )}
      {ways.map((how) => (
        <li key={how}>
          <Link href={`/desk/paper?of=${reference}&how=${how}`} className={link}>
            {t(how)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
