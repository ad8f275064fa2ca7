import { Link } from "@/lib/i18n/navigation";

type Props = { enrollments: { reference: string; student: string }[]; className?: string };

export const EnrollmentLinks = ({ enrollments, className }: Props) => (
  <ul className={className}>
    {enrollments.map(({ reference, student }) => (
      <li key={reference}>
        <Link href={`/desk/enrollments/${reference}`} className="inline-block min-h-target py-1.5">
          <bdi>{student}</bdi> <span className="font-mono">{reference}</span>
        </Link>
      </li>
    ))}
  </ul>
);
