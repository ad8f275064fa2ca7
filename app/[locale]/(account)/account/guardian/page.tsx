import { getLocale, getTranslations } from "next-intl/server";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { guardianTokenCookie, requirePersonId } from "@/app/[locale]/(account)/_lib/session";
import { CheckboxField, SubmitButton } from "@/components/forms/fields";
import { PageColumn } from "@/components/layout/page-column";
import {
  type GuardianRequest,
  listUnansweredChildren,
  readGuardianRequest,
  readGuardianToken,
} from "@/lib/family/guardians/verbs";
import { addElision } from "@/lib/i18n/format";
import { redirect } from "@/lib/i18n/navigation";
import { confirmGuardianAction } from "./actions";
import {
  GuardianBirthDateForm,
  GuardianResponseForm,
  getTermsLabel,
  OtherResponseLink,
  parseGuardianResponse,
} from "./guardian-response";

const PAGE_PATH = "/account/guardian";

export default withUnavailablePage(async function Page({
  searchParams,
}: PageProps<"/[locale]/account/guardian">) {
  const [personId, locale] = [await requirePersonId(), await getLocale()];
  const now = new Date();
  if ((await listUnansweredChildren(personId, now)).length === 0)
    return redirect({ href: "/account", locale });

  const studentId = readGuardianToken(await guardianTokenCookie.read(), personId, now);
  const request = studentId && (await readGuardianRequest({ personId, studentId, locale }, now));
  return (
    <PageColumn>
      {request ? (
        <GuardianResponseForm
          request={request}
          token=""
          answer={parseGuardianResponse((await searchParams).answer)}
          path={PAGE_PATH}
          confirm={<Confirm request={request} />}
        />
      ) : (
        <GuardianBirthDateForm token="" />
      )}
    </PageColumn>
  );
});

async function Confirm({ request }: { request: GuardianRequest }) {
  const t = await getTranslations("account.guardian");
  return (
    <>
      <AccountForm
        action={confirmGuardianAction}
        title={t("answers.confirm", addElision({ student: request.student }))}
      >
        <CheckboxField name="terms" label={await getTermsLabel(request)} />
        <SubmitButton>{t("confirm")}</SubmitButton>
      </AccountForm>
      <OtherResponseLink path={PAGE_PATH} />
    </>
  );
}
