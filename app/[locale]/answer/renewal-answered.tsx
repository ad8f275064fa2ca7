import { getTranslations } from "next-intl/server";
import { FamilyForm } from "@/app/[locale]/account/family-form";
import { PageTitle } from "@/app/[locale]/page-title";
import { Submit } from "@/components/action/fields";
import { Title } from "@/components/site/page";
import { stateLooks } from "@/components/site/state-look";
import { Chip } from "@/components/ui/chip";
import { Icon } from "@/components/ui/icon";
import { undo } from "@/components/ui/icons";
import { Sheet } from "@/components/ui/section";
import { states } from "@/lib/enrollment/states";
import type { RenewalRequest } from "@/lib/family/renewal/verbs";
import { afterAllAction } from "./renewal-actions";

type Props = {
  token: string;
  renewal: RenewalRequest;
  /** Whether it is what its page is about. */
  level: "h1" | "h2";
};

/** What a family has answered; that somebody does not go on can be taken back. */
export async function RenewalAnswered({ token, renewal, level }: Props) {
  const [t, family] = await Promise.all([
    getTranslations("account.renewal"),
    getTranslations("account.family"),
  ]);
  if (renewal.answered.length === 0) return null;
  return (
    <>
      {level === "h1" && (
        <>
          <PageTitle>{t("thanks")}</PageTitle>
          <Title>{t("thanks")}</Title>
          <p className="mb-7 max-w-measure">{t("thanksLead")}</p>
        </>
      )}
      <Sheet title={t("answered")}>
        <ul className="divide-y divide-hairline [&>li]:py-3">
          {renewal.answered.map(({ id, name, asked, before, isOwn }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="[overflow-wrap:anywhere]">
                <b>
                  <bdi>{name}</bdi>
                </b>
                {asked?.names && <span className="block text-small text-muted">{asked.names}</span>}
              </p>
              {asked ? (
                <Chip {...stateLooks[states[asked.state].look]}>{family(`states.${asked.state}`)}</Chip>
              ) : (
                <div className="flex flex-wrap items-center gap-x-3">
                  <Chip {...stateLooks.gone}>{family("leaves")}</Chip>
                  <FamilyForm action={afterAllAction}>
                    <input type="hidden" name="token" value={token} />
                    <input type="hidden" name="reference" value={before.reference} />
                    <Submit look="quiet">
                      <Icon d={undo} />
                      {t("afterAll", { own: isOwn ? "yes" : "no" })}
                      <span className="sr-only">: {name}</span>
                    </Submit>
                  </FamilyForm>
                </div>
              )}
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}
