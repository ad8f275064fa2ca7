import { getLocale, getTranslations } from "next-intl/server";
import { LinkButton } from "@/components/site/link-button";
import { Notice } from "@/components/ui/notice";
import { DescriptionList, Section } from "@/components/ui/section";
import { listPendingClaims } from "@/lib/admission/claims/queries";
import { previewFreeze } from "@/lib/admission/draw/verbs";
import { getListUrl } from "@/lib/desk/list/filters";
import { Link } from "@/lib/i18n/navigation";
import { hasPermission } from "@/lib/people/staff/permissions";
import { ClaimCheckForms } from "./_forms/claim-check-forms";
import { TestScores } from "./_forms/test-scores";
import type { RoundProps } from "./page";

/** Open issues, and the list to freeze (admission 3). */
export async function FreezeCheck(props: RoundProps) {
  const { round, actor, year, canRun } = props;
  const [t, preview] = await Promise.all([getTranslations("desk.round.freeze"), previewFreeze(actor, round)]);
  const { participants, unnotified, pendingClaims, duplicates, withoutChoice, withoutLimit } = preview;
  return (
    <>
      {unnotified > 0 && (
        <Notice tone="danger">
          <p className="mb-2 max-w-measure">{t("blocked", { count: unnotified })}</p>
          <Link href={`/desk/tell?year=${year}`}>{t("tell")}</Link>
        </Notice>
      )}
      <Section title={t("title")} id="before-freeze">
        <DescriptionList
          rows={[
            { label: t("entries"), value: participants.length },
            { label: t("untold"), value: unnotified },
            {
              label: t("same"),
              value:
                duplicates > 0 ? (
                  <Link href={getListUrl({ filters: { year, same: "perhaps" }, sort: "oldest" })}>
                    {t("sameDo", { count: duplicates })}
                  </Link>
                ) : (
                  0
                ),
            },
            { label: t("unchecked"), value: pendingClaims },
            {
              label: t("withoutWish"),
              value: withoutChoice.length > 0 ? <a href="#outside">{withoutChoice.length}</a> : 0,
            },
            { label: t("withoutLimit"), value: withoutLimit.length },
          ]}
        />
      </Section>
      {pendingClaims > 0 && <UncheckedClaims {...props} />}
      <TestScores {...props} />
      {canRun && unnotified === 0 && (
        <p className="mb-8">
          <LinkButton href={`/desk/round/freeze?year=${year}`}>{t("see")}</LinkButton>
        </p>
      )}
    </>
  );
}

/** Claims to confirm or reject. */
async function UncheckedClaims({ round, actor }: RoundProps) {
  const [t, locale, merits] = await Promise.all([
    getTranslations("desk.round.merits"),
    getLocale(),
    listPendingClaims(actor, round),
  ]);
  return (
    <Section title={t("title")} id="merits">
      <ul>
        {merits.map(({ criterion, enrollment: { reference, student } }) => (
          <li key={`${reference} ${criterion.code}`} className="border-b border-hairline py-3">
            <p>
              <Link href={`/desk/enrollments/${reference}`}>
                <bdi>{[student.surname, student.name].filter(Boolean).join(", ")}</bdi>
              </Link>{" "}
              <span className="font-mono text-muted">{reference}</span>
            </p>
            <p className="mb-2">
              {criterion[locale]} <span className="text-muted">+{criterion.points}</span>
            </p>
            {hasPermission(actor, "check_merits") && (
              <ClaimCheckForms reference={reference} criterion={criterion.code} label={criterion[locale]} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
