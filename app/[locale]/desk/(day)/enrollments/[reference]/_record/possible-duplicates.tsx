import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { StateBadge } from "@/components/desk/enrollment/state-badge";
import { SubmitButton } from "@/components/forms/fields";
import { LinkButton } from "@/components/site/link-button";
import { Section } from "@/components/ui/section";
import { getEnrollmentUrl } from "@/lib/desk/list/filters";
import type { listDuplicateCandidates } from "@/lib/desk/record/queries";
import { isEnded } from "@/lib/enrollment/states";
import { Link } from "@/lib/i18n/navigation";

type Other = Awaited<ReturnType<typeof listDuplicateCandidates>>[number];

type Props = {
  enrollment: { reference: string };
  others: Other[];
  /** Whether this enrollment can be withdrawn as a duplicate. */
  canWithdraw: boolean;
  /** Whether they can be marked as different students. */
  canConfirm: boolean;
  list: string | undefined;
};

/** Enrollments of the same year with the same name and birth date (desk 39). */
export function PossibleDuplicates({ enrollment, others, canWithdraw, canConfirm, list }: Props) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.same");
  if (others.length === 0) return null;
  return (
    <Section id="same" title={t("title")}>
      {others.some(({ areTwo }) => !areTwo) && <p className="mb-3 max-w-measure text-small">{t("lead")}</p>}
      <ul className="grid gap-4 text-small">
        {others.map(({ student, decidedState, createdAt, decisions, areTwo, reference }) => (
          <li key={reference} className="border-b border-hairline pb-4">
            <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <Link href={getEnrollmentUrl(reference, list)}>
                <bdi>{formatName(student)}</bdi>
              </Link>
              <span className="font-mono">{reference}</span>
              <StateBadge state={decidedState} />
            </p>
            <p className="text-muted [overflow-wrap:anywhere]">
              {t("sent", {
                time: instant(createdAt),
                who: formatName(student.guardians[0]?.guardian ?? student),
              })}
            </p>
            {areTwo && <p>{t("twoSaid")}</p>}
            {decisions[0]?.repeats === enrollment.reference && <p>{t("repeatsThis")}</p>}
            <div className="mt-3 flex flex-wrap gap-2 print:hidden">
              {canWithdraw && !areTwo && !isEnded(decidedState) && (
                <LinkButton
                  href={getEnrollmentUrl(enrollment.reference, list, {
                    below: "/decide/withdrawn",
                    query: { repeats: reference },
                  })}
                  variant="secondary"
                >
                  {t("withdraw")}
                </LinkButton>
              )}
              {canConfirm && <NotDuplicateForm duplicate={reference} areTwo={areTwo} />}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Marks two enrollments as different students, and undoes it. */
function NotDuplicateForm({ duplicate, areTwo }: { duplicate: string; areTwo: boolean }) {
  const t = useTranslations("desk.same");
  return (
    <DeskForm name={`two-${duplicate}`} verb="said_two_people">
      <input type="hidden" name="other" value={duplicate} />
      {!areTwo && <input type="hidden" name="two" value="yes" />}
      <SubmitButton variant={areTwo ? "quiet" : "secondary"}>{areTwo ? t("perhaps") : t("two")}</SubmitButton>
    </DeskForm>
  );
}

const formatName = ({ name, surname }: { name: string | null; surname: string | null }) =>
  [name, surname].filter(Boolean).join(" ") || "–";
