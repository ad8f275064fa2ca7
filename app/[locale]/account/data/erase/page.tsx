import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Submit } from "@/components/action/fields";
import { Column } from "@/components/site/page";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/lib/i18n/navigation";
import { foreseenErasure } from "@/lib/privacy/foreseen";
import { FamilyForm } from "../../family-form";
import { requirePerson } from "../../session-cookie";
import { askErasureAction } from "../actions";

/** Who and what goes with an erasure, before it is asked for. */
export default orAway(async function Page() {
  const personId = await requirePerson();
  const foreseen = await foreseenErasure(personId, new Date());
  if (!foreseen) return <NoSuchPage />;
  const t = await getTranslations("account.erase");
  const { people, ends } = foreseen;
  return (
    <Column>
      <FamilyForm action={askErasureAction} title={t("title")}>
        <p className="mb-2 max-w-measure">{t("people")}</p>
        <ul className="mb-4 list-disc pl-6">
          {people.map((name) => (
            <li key={name} className="[overflow-wrap:anywhere]">
              {name}
            </li>
          ))}
        </ul>
        <p className="mb-4 max-w-measure">{t("what")}</p>
        {ends.length > 0 && (
          <>
            <p className="mb-2 max-w-measure">{t("ends")}</p>
            <ul className="mb-4 list-disc pl-6">
              {ends.map(({ reference, student, year, state }) => (
                <li key={reference} className="[overflow-wrap:anywhere]">
                  {t(`states.${state}`, { student, year, reference })}
                </li>
              ))}
            </ul>
          </>
        )}
        <p className="mb-6 max-w-measure">{t("after")}</p>
        <Submit>{t("submit")}</Submit>
      </FamilyForm>
      <p className="mt-2">
        <Link href="/account/data" prefetch={false} className={buttonClass("quiet")}>
          {t("leave")}
        </Link>
      </p>
    </Column>
  );
});
