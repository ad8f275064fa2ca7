import { getLocale, getTranslations } from "next-intl/server";
import { StudentLink } from "@/components/desk/enrollment/student-link";
import { LinkButton } from "@/components/site/link-button";
import { Stat } from "@/components/ui/charts/stat";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
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
  const [t, preview] = await Promise.all([getTranslations("desk.round"), previewFreeze(actor, round)]);
  const { participants, unnotified, pendingClaims, duplicates, withoutChoice, withoutLimit } = preview;
  const page = `/desk/round?year=${year}`;
  const notifyHref = hasPermission(actor, "tell_list")
    ? `/desk/tell?year=${year}`
    : getListUrl({ filters: { year, told: "no" }, sort: "oldest" });
  const issues = [
    { issue: "untold", count: unnotified, href: notifyHref },
    { issue: "unchecked", count: pendingClaims, href: `${page}#merits` },
    {
      issue: "same",
      count: duplicates,
      href: getListUrl({ filters: { year, same: "perhaps" }, sort: "oldest" }),
    },
    { issue: "withoutWish", count: withoutChoice.length, href: `${page}#outside` },
    { issue: "withoutLimit", count: withoutLimit.length, href: `/desk/places?year=${year}` },
  ] as const;
  const openIssues = issues.filter(({ count }) => count > 0);
  return (
    <>
      <div className="beside mb-8">
        <Section title={t("freeze.title")} id="before-freeze">
          {openIssues.length === 0 ? (
            <p className="my-4">{t("freeze.ready")}</p>
          ) : (
            <ul className="stat-rows">
              {openIssues.map(({ issue, count, href }) => (
                <li key={issue} data-tone={issue === "untold" ? "danger" : undefined}>
                  <Link href={href}>
                    <Stat
                      figure={count}
                      text={t(`freeze.issues.${issue}.name`, { count })}
                      detail={t(`freeze.issues.${issue}.what`)}
                    />
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Section>
        <div className="card card-raised">
          <h2 className="mb-2 text-heading">{t("freeze.check", { count: participants.length })}</h2>
          <p className="mb-4 text-small text-muted">{t("steps.freezeDoes")}</p>
          {unnotified > 0 && (
            <Notice tone="danger">
              <p className="mb-2">{t("freeze.blocked", { count: unnotified })}</p>
              <Link href={notifyHref}>{t("freeze.tell")}</Link>
            </Notice>
          )}
          {unnotified === 0 && canRun && (
            <LinkButton href={`/desk/round/freeze?year=${year}`}>{t("freeze.see")}</LinkButton>
          )}
        </div>
      </div>
      {pendingClaims > 0 && <UncheckedClaims {...props} />}
      <TestScores {...props} />
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
        {merits.map(({ criterion, enrollment: { reference, student }, ...claim }) => (
          <li key={`${reference} ${criterion.code}`} className="border-b border-hairline py-3">
            <p>
              <StudentLink {...{ reference, student }} />
            </p>
            <p className="mb-2">
              {criterion[locale]} <span className="text-muted">+{criterion.points}</span>
            </p>
            {hasPermission(actor, "check_merits") && (
              <ClaimCheckForms
                {...{ reference, claim }}
                criterion={criterion.code}
                label={criterion[locale]}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
