import { useTranslations } from "next-intl";
import type { EnrollmentRecord } from "@/lib/desk/record/queries";
import { Link } from "@/lib/i18n/navigation";
import { type Actor, hasPermission } from "@/lib/people/staff/permissions";

type Props = { enrollment: EnrollmentRecord; actor: Actor };

/**
 * Links to student, certificate, and paper forms for known families: next year or another child (desk 15).
 */
export function RecordLinks({ enrollment: { reference, studentId, student }, actor }: Props) {
  const [t, tCertificate] = [useTranslations("desk.enrollment"), useTranslations("certificate")];
  const canEnroll = hasPermission(actor, "enroll_on_paper");
  const guardian = student.guardians.find(({ position }) => position === 1)?.guardian;
  const paperHref = `/desk/paper?of=${reference}&how=`;
  const links = [
    { href: `/desk/people/${studentId}`, text: t("everything") },
    !student.erasedAt && {
      href: `/desk/enrollments/${reference}/certificate`,
      text: tCertificate("title"),
    },
    canEnroll && !student.erasedAt && { href: `${paperHref}again`, text: t("paper.again") },
    canEnroll && guardian && !guardian.erasedAt && { href: `${paperHref}sibling`, text: t("paper.sibling") },
  ];
  return (
    <ul className="mb-6 flex flex-wrap gap-x-6 text-small print:hidden">
      {links.map(
        (link) =>
          link && (
            <li key={link.href}>
              <Link href={link.href} prefetch={false} className="inline-flex min-h-target items-center">
                {link.text}
              </Link>
            </li>
          ),
      )}
    </ul>
  );
}
