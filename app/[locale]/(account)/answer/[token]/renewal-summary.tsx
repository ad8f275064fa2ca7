import { getTranslations } from "next-intl/server";
import { PageTitle } from "@/app/[locale]/_lib/page-title";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { SubmitButton } from "@/components/forms/fields";
import { PageHeading } from "@/components/layout/page-column";
import { stateStyles } from "@/components/site/state-styles";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icons/icon";
import { undo } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";
import { states } from "@/lib/enrollment/states";
import type { RenewalRequest } from "@/lib/family/renewal/verbs";
import { undoLeaveByLinkAction } from "./renewal-actions";

type Props = {
  token: string;
  renewal: RenewalRequest;
  /** The page's heading, or a section's. */
  level: "h1" | "h2";
};

/** Answers so far; a Leave can be undone. */
export async function RenewalSummary({ token, renewal, level }: Props) {
  const [t, tFamily] = await Promise.all([
    getTranslations("account.renewal"),
    getTranslations("account.family"),
  ]);
  if (renewal.answered.length === 0) return null;
  return (
    <>
      {level === "h1" && (
        <>
          <PageTitle>{t("thanks")}</PageTitle>
          <PageHeading>{t("thanks")}</PageHeading>
          <p className="mb-7 max-w-measure">{t("thanksLead")}</p>
        </>
      )}
      <Section title={t("answered")}>
        <ul className="divide-y divide-hairline [&>li]:py-3">
          {renewal.answered.map(({ id, name, requested, previous, isOwn }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="[overflow-wrap:anywhere]">
                <b>
                  <bdi>{name}</bdi>
                </b>
                {requested?.names && <span className="block text-small text-muted">{requested.names}</span>}
              </p>
              {requested ? (
                <Badge {...stateStyles[states[requested.state].chip]}>
                  {tFamily(`states.${requested.state}`)}
                </Badge>
              ) : (
                <div className="flex flex-wrap items-center gap-x-3">
                  <Badge {...stateStyles.gone}>{tFamily("leaves")}</Badge>
                  <AccountForm action={undoLeaveByLinkAction}>
                    <input type="hidden" name="token" value={token} />
                    <input type="hidden" name="reference" value={previous.reference} />
                    <SubmitButton variant="quiet">
                      <Icon d={undo} />
                      {t("afterAll", { own: isOwn ? "yes" : "no" })}
                      <span className="sr-only">: {name}</span>
                    </SubmitButton>
                  </AccountForm>
                </div>
              )}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
