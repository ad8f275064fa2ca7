import { Link } from "@/lib/i18n/navigation";

type Props = { reference: string; student: { name: string | null; surname: string | null } };

/** Name and reference of a student's enrollment. */
export const StudentLink = ({ reference, student }: Props) => (
  <>
    <Link href={`/desk/enrollments/${reference}`}>
      <bdi>{[student.surname, student.name].filter(Boolean).join(", ")}</bdi>
    </Link>{" "}
    <span className="font-mono font-normal text-muted">{reference}</span>
  </>
);
