import { getLocale, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { BackToAccount } from "@/components/account/back-to-account";
import { FormQuestion } from "@/components/account/form-question";
import { Submit } from "@/components/action/fields";
import { Question } from "@/components/form/question";
import { contactLinks } from "@/components/site/contact-links";
import { Column } from "@/components/site/page";
import { findChoicesBlocker } from "@/lib/family/verbs";
import { type SentAnswers, readSentAnswers } from "@/lib/family/queries";
import { toRawInput } from "@/lib/wizard/form-values";
import { allFields, choiceFields } from "@/lib/wizard/questions";
import type { Locale } from "@/lib/i18n/locales";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import { FamilyForm } from "../../../family-form";
import { requirePerson } from "../../../session-cookie";
import { sentData } from "../sent-data";
import { changeChoicesAction, isStillSignedIn } from "./actions";

/** What is wished for, to be changed while the school has not answered and the year takes enrollments. */
export default orAway(async function Page({
  params,
  searchParams,
}: PageProps<"/[locale]/account/enrollments/[reference]/choices">) {
  const personId = await requirePerson();
  const now = new Date();
  const sent = await readSentAnswers(personId, (await params).reference, now);
  if (sent?.part !== "sender") return <NoSuchPage />;

  const [t, school, { instrument }] = await Promise.all([
    getTranslations("account.choices"),
    getSettings(),
    searchParams,
  ]);
  const closed = await findChoicesBlocker(sent, getToday(school.time_zone, now));
  const open = !closed;
  const contact = { email: school.contact_email, phone: school.contact_phone };
  return (
    <Column>
      <BackToAccount />
      <FamilyForm
        action={changeChoicesAction}
        title={t("title")}
        caption={`${sent.student} · ${sent.year}`}
        lead={
          <p className="mb-6 max-w-measure">
            {closed === "list_closed" && <>{t("listClosed")} </>}
            {open ? t("lead") : t.rich("over", contactLinks(contact))}
          </p>
        }
      >
        {open && (
          <>
            <input type="hidden" name="reference" value={sent.reference} />
            <Wishes sent={sent} instrument={typeof instrument === "string" ? instrument : undefined} />
            <Submit>{t("save")}</Submit>
          </>
        )}
      </FamilyForm>
    </Column>
  );
});

/** The question of the form, without what is not changed here. */
async function Wishes({ sent, instrument }: { sent: SentAnswers; instrument: string | undefined }) {
  const [t, locale] = await Promise.all([getTranslations("wizard"), getLocale() as Promise<Locale>]);
  const data = await sentData(sent, locale, instrument);
  const unasked = allFields.filter((field) => !choiceFields.includes(field));
  const typed = toRawInput(sent.answers, choiceFields);
  if (instrument !== undefined) typed.student_speciality_option1 = instrument;
  return (
    <FormQuestion typed={typed} optional={t("optional")} told="instrument" mayLook={isStillSignedIn}>
      <Question step="specialities" data={{ ...data, unasked }} />
    </FormQuestion>
  );
}
