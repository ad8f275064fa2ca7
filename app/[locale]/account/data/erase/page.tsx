import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Submit } from "@/components/action/fields";
import { LinkButton } from "@/components/site/link-button";
import { Column } from "@/components/site/page";
import { Icon } from "@/components/ui/icon";
import { cross, userRound } from "@/components/ui/icons";
import { Sheet } from "@/components/ui/section";
import { previewOwnErasure } from "@/lib/privacy/queries";
import { FamilyForm } from "../../family-form";
import { requirePerson } from "../../session-cookie";
import { askErasureAction } from "../actions";

/** Who and what goes with an erasure, before it is asked for. */
export default orAway(async function Page() {
  const personId = await requirePerson();
  const foreseen = await previewOwnErasure(personId, new Date());
  if (!foreseen) return <NoSuchPage />;
  const t = await getTranslations("account.erase");
  const { people, ends } = foreseen;
  return (
    <Column>
      <FamilyForm action={askErasureAction} title={t("title")}>
        <p className="mb-6 max-w-measure text-lead">{t("what")}</p>
        <Gone title={t("people")} icon={userRound} rows={people} />
        {ends.length > 0 && (
          <Gone
            title={t("ends")}
            icon={cross}
            rows={ends.map(({ state, ...of }) => t(`states.${state}`, of))}
          />
        )}
        <p className="mb-6 max-w-measure">{t("after")}</p>
        <Submit look="final">{t("submit")}</Submit>
      </FamilyForm>
      <p className="mt-2">
        <LinkButton href="/account/data" look="quiet">
          {t("leave")}
        </LinkButton>
      </p>
    </Column>
  );
});

type GoneProps = { title: string; icon: string; rows: string[] };

const Gone = ({ title, icon, rows }: GoneProps) => (
  <Sheet title={title}>
    <ul className="divide-y divide-hairline">
      {rows.map((row) => (
        <li key={row} className="flex gap-3 py-2">
          <Icon d={icon} className="mt-1 text-danger" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{row}</span>
        </li>
      ))}
    </ul>
  </Sheet>
);
