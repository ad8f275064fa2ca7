import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Submit, TextArea } from "@/components/action/fields";
import { LinkButton } from "@/components/site/link-button";
import { Column } from "@/components/site/page";
import { readSentAnswers } from "@/lib/family/queries";
import { FamilyForm } from "../../../family-form";
import { requirePerson } from "../../../session-cookie";
import { disagreeAction } from "./actions";

/** The other guardian's words to the school. */
export default orAway(async function Page({
  params,
}: PageProps<"/[locale]/account/enrollments/[reference]/disagree">) {
  const personId = await requirePerson();
  const sent = await readSentAnswers(personId, (await params).reference, new Date());
  if (sent?.part !== "guardian") return <NoSuchPage />;

  const { reference, student, year } = sent;
  const [t, back] = await Promise.all([getTranslations("account.disagree"), getTranslations("account")]);
  return (
    <Column>
      <FamilyForm
        action={disagreeAction}
        title={t("title")}
        caption={`${student} · ${year}`}
        lead={t("lead")}
      >
        <input type="hidden" name="reference" value={reference} />
        <TextArea name="words" label={t("label")} />
        <Submit>{t("submit")}</Submit>
      </FamilyForm>
      <p className="mt-2">
        <LinkButton href="/account" look="quiet">
          {back("back")}
        </LinkButton>
      </p>
    </Column>
  );
});
