import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { ShownField } from "@/app/[locale]/shown-field";
import { Submit } from "@/components/action/fields";
import { contactLinks } from "@/components/site/contact-links";
import { LinkButton } from "@/components/site/link-button";
import { Column } from "@/components/site/page";
import { getFamilyOptions } from "@/lib/decisions/family/verbs";
import { readSentAnswers, withdrawalShown } from "@/lib/family/queries";
import { addElision } from "@/lib/i18n/format";
import { getSettings } from "@/lib/school/settings";
import { FamilyForm } from "../../../family-form";
import { requirePerson } from "../../../session-cookie";
import { withdrawAction } from "./actions";

/** What withdrawing means, before it is done. */
export default orAway(async function Page({
  params,
}: PageProps<"/[locale]/account/enrollments/[reference]/withdraw">) {
  const personId = await requirePerson();
  const now = new Date();
  const sent = await readSentAnswers(personId, (await params).reference, now);
  if (sent?.part !== "sender") return <NoSuchPage />;

  const { reference, student, state } = sent;
  const [t, school, ways] = await Promise.all([
    getTranslations("account.withdraw"),
    getSettings(),
    getFamilyOptions(reference, now),
  ]);
  const title = t("title", addElision({ student }));
  const open = ways.withdraw && state !== "rejected" && state !== "withdrawn" && state;
  const contact = { email: school.contact_email, phone: school.contact_phone };
  return (
    <Column>
      <FamilyForm
        action={withdrawAction}
        title={title}
        caption={reference}
        lead={!open && <p className="max-w-measure">{t.rich("over", contactLinks(contact))}</p>}
        className="space-y-4"
      >
        {open && (
          <>
            <ShownField parts={withdrawalShown(sent)} />
            <p id="withdrawal" className="max-w-measure">
              {t(`effects.${open}`)} {t("told")}
            </p>
            <input type="hidden" name="reference" value={reference} />
            <Submit look="final">{t("submit")}</Submit>
          </>
        )}
      </FamilyForm>
      <p className="mt-2">
        <LinkButton href="/account" look="quiet">
          {t("leave")}
        </LinkButton>
      </p>
    </Column>
  );
});
