import { getLocale, getTranslations } from "next-intl/server";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { requirePersonId } from "@/app/[locale]/(account)/_lib/session";
import { ChoicesFields } from "@/app/[locale]/(account)/account/enrollments/[reference]/choices/choices-fields";
import { BackToAccount } from "@/components/account/back-to-account";
import { SubmitButton } from "@/components/forms/fields";
import { PageColumn } from "@/components/layout/page-column";
import { getContactLinks } from "@/components/site/contact-links";
import { StepFields } from "@/components/wizard/fields/step-fields";
import { readSentAnswers, type SentAnswers } from "@/lib/family/queries";
import { findChoicesBlocker } from "@/lib/family/round/queries";
import { getSchoolContact } from "@/lib/school/queries";
import { getSchoolToday } from "@/lib/school/settings";
import { toRawInput } from "@/lib/wizard/form-values";
import { allFields, choiceFields } from "@/lib/wizard/questions";
import type { RawInput } from "@/lib/wizard/types";
import { getSubmittedStepData } from "../step-field-data";
import { changeChoicesAction, isStillSignedIn } from "./actions";

/** Possible until the school decides, while the year is open. */
export default withUnavailablePage(async function Page({
  params,
  searchParams,
}: PageProps<"/[locale]/account/enrollments/[reference]/choices">) {
  const personId = await requirePersonId();
  const now = new Date();
  const sent = await readSentAnswers(personId, (await params).reference, now);
  if (sent?.role !== "sender") return <NotFoundPage />;

  const [t, contact, query] = await Promise.all([
    getTranslations("account.choices"),
    getSchoolContact(),
    searchParams,
  ]);
  const blocker = await findChoicesBlocker(sent, await getSchoolToday(now));
  const isOpen = !blocker;
  return (
    <PageColumn>
      <BackToAccount />
      <AccountForm
        action={changeChoicesAction}
        title={t("title")}
        caption={`${sent.student} · ${sent.year}`}
        intro={
          <p className="mb-6 max-w-measure">
            {blocker === "list_closed" && <>{t("listClosed")} </>}
            {isOpen ? t("lead") : t.rich("over", getContactLinks(contact))}
          </p>
        }
      >
        {isOpen && (
          <>
            <input type="hidden" name="reference" value={sent.reference} />
            <ChoicesForm sent={sent} query={query} />
            <SubmitButton>{t("save")}</SubmitButton>
          </>
        )}
      </AccountForm>
    </PageColumn>
  );
});

/** Query parameters of the chosen instruments. */
const queryKeys = {
  student_speciality_option1: "instrument",
  student_speciality_option2: "second",
  student_speciality_option3: "third",
} as const;

type ChoicesFormProps = { sent: SentAnswers; query: Record<string, string | string[] | undefined> };

async function ChoicesForm({ sent, query }: ChoicesFormProps) {
  const [t, locale] = await Promise.all([getTranslations("wizard"), getLocale()]);
  const choices: RawInput = Object.fromEntries(
    Object.entries(queryKeys).flatMap(([field, name]) =>
      typeof query[name] === "string" ? [[field, query[name]]] : [],
    ),
  );
  const data = await getSubmittedStepData(sent, locale, choices);
  const hiddenFields = allFields.filter((field) => !choiceFields.includes(field));
  const input = { ...toRawInput(sent.answers, choiceFields), ...choices };
  return (
    <ChoicesFields input={input} optional={t("optional")} queryKeys={queryKeys} canReload={isStillSignedIn}>
      <StepFields step="specialities" data={{ ...data, hiddenFields }} />
    </ChoicesFields>
  );
}
