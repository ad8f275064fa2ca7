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
      {guardians.length === 0 && <ContactLinks person={student} />}
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

function ContactLinks({ person }: { person: RecordPerson }) {
  const way = "flex min-h-7 items-center gap-2 [overflow-wrap:anywhere]";
  return (
    <div className="mb-2 text-small">
      {person.phone && (
        <p className={way}>
          <Icon d={phone} />
          <a href={`tel:${person.phoneCountryCode}${person.phone}`}>
            {person.phoneCountryCode} {person.phone}
          </a>
        </p>
      )}
      {isDeliverable(person.email) && (
        <p className={way}>
          <Icon d={mail} />
          <a href={`mailto:${person.email}`}>{person.email}</a>
        </p>
      )}
    </div>
  );
}
