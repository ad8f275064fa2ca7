import { useTranslations } from "next-intl";
import { Section } from "@/components/desk/section";
import { StateBadge } from "@/components/desk/state-badge";
import { buttonClass } from "@/components/ui/button";
import { isOver } from "@/lib/enrollment/states";
import { Link } from "@/lib/i18n/navigation";
import { enrollmentAddress } from "@/lib/office/enrollment-address";
import type { SamePerson as Other } from "@/lib/office/same-person";

type Props = {
  enrollment: { reference: string };
  others: Other[];
  /** Whether this one can be withdrawn as repeated. */
  mayWithdraw: boolean;
  list: string | undefined;
  instant: (date: Date) => string;
};

/** The year's other enrollments of perhaps the same student: who sent each, and the way to withdraw this one (desk 39). */
export function SamePerson({ enrollment: { reference }, others, mayWithdraw, list, instant }: Props) {
  const t = useTranslations("desk.same");
  if (others.length === 0) return null;
  return (
    <Section id="same" title={t("title")}>
      <p className="mb-3 max-w-measure text-small">{t("lead")}</p>
      <ul className="grid gap-4 text-small">
        {others.map(({ student, decidedState, createdAt, decisions, ...other }) => (
          <li key={other.reference} className="border-b border-hairline pb-4">
            <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <Link href={enrollmentAddress(other.reference, list)} prefetch={false}>
                <bdi>{nameOf(student)}</bdi>
              </Link>
              <span className="font-mono">{other.reference}</span>
              <StateBadge state={decidedState} />
            </p>
            <p className="text-muted [overflow-wrap:anywhere]">
              {t("sent", {
                time: instant(createdAt),
                who: nameOf(student.guardians[0]?.guardian ?? student),
              })}
            </p>
            {decisions[0]?.repeats === reference && <p>{t("repeatsThis")}</p>}
            {mayWithdraw && !isOver(decidedState) && (
              <p className="mt-3 print:hidden">
                <Link
                  href={enrollmentAddress(reference, list, {
                    below: "/decide/withdrawn",
                    query: { repeats: other.reference },
                  })}
                  prefetch={false}
                  className={buttonClass("secondary")}
                >
                  {t("withdraw")}
                </Link>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const nameOf = ({ name, surname }: { name: string | null; surname: string | null }) =>
  [name, surname].filter(Boolean).join(" ") || "–";
