import { useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/navigation";

type Props = { reference: string; student: { name: string | null; surname: string | null } };

/** Name and reference of a student's enrollment. */
export const StudentLink = ({ reference, student }: Props) => (
  <>
    <Link href={`/desk/enrollments/${reference}`}>
      <StudentName name={[student.surname, student.name].filter(Boolean).join(", ")} />
    </Link>{" "}
    <span className="font-mono font-normal text-muted">{reference}</span>
  </>
);

/** A student's name, or that the data was erased: only an erased student has none. */
export function StudentName({ name }: { name: string }) {
  const t = useTranslations("desk.enrollment.erased");
  return <bdi>{name || t("name")}</bdi>;
}
