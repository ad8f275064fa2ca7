import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icons/icon";
import { mail, phone } from "@/components/ui/icons/paths";
import type { EnrollmentRecord, RecordPerson } from "@/lib/desk/record/queries";
import { isDeliverable } from "@/lib/mail/addresses";

export function PaneFamily({ enrollment: { observations, student } }: { enrollment: EnrollmentRecord }) {
  const t = useTranslations("desk.enrollment");
  const { guardians } = student;
  return (
    <>
      {observations && <p className="quote mb-3 text-small whitespace-pre-line">{observations}</p>}
      {guardians.length === 0 && (
        <div className="mb-3">
          <ContactLinks person={student} />
        </div>
      )}
      {guardians.map(({ position, guardian }) => (
        <div key={guardian.id} className="mb-3 text-small">
          <p className="text-muted">{t(position === 1 ? "guardian" : "secondGuardian")}</p>
          {guardian.name && (
            <h3 className="text-base">
              <bdi>{[guardian.name, guardian.surname].filter(Boolean).join(" ")}</bdi>
            </h3>
          )}
          <ContactLinks person={guardian} />
        </div>
      ))}
    </>
  );
}

type Contact = Pick<RecordPerson, "phone" | "phoneCountryCode" | "email">;

export function ContactLinks({ person: { phone: number, phoneCountryCode, email } }: { person: Contact }) {
  const contactLinks = [
    number && {
      icon: phone,
      href: `tel:${phoneCountryCode}${number}`,
      text: `${phoneCountryCode}\u00a0${number}`,
    },
    isDeliverable(email) && { icon: mail, href: `mailto:${email}`, text: email },
  ];
  return contactLinks.map(
    (link) =>
      link && (
        <span key={link.href} className="flex min-h-7 items-center gap-2 text-small [overflow-wrap:anywhere]">
          <Icon d={link.icon} />
          <a href={link.href}>{link.text}</a>
        </span>
      ),
  );
}
