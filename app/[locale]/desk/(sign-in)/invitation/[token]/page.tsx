import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton, TextField } from "@/components/forms/fields";
import { NewPasswordField } from "@/components/forms/password-fields";
import { PageColumn, PageHeading } from "@/components/layout/page-column";
import { findInvitation } from "@/lib/people/staff/verbs";
import { acceptInvitationAction } from "./actions";

export const metadata: Metadata = { robots: { index: false }, referrer: "no-referrer" };

export default withUnavailablePage(async function Page({
  params,
}: PageProps<"/[locale]/desk/invitation/[token]">) {
  const { token } = await params;
  const [t, member] = await Promise.all([
    getTranslations("desk.invitation"),
    findInvitation(token, new Date()),
  ]);
  if (!member) return <InvitationExpired title={t("closedTitle")} text={t("closed")} />;
  return (
    <PageColumn className="max-w-md">
      <DeskForm
        name="invitation"
        action={acceptInvitationAction}
        title={t("title")}
        above={<p className="mb-6 [overflow-wrap:anywhere]">{t("lead", { email: member.email })}</p>}
      >
        <input type="hidden" name="token" value={token} />
        <TextField
          name="name"
          label={t("name")}
          hint={t("nameHint")}
          autoComplete="name"
          defaultValue={member.name ?? ""}
        />
        <NewPasswordField email={member.email} label={t("password")} />
        <SubmitButton>{t("submit")}</SubmitButton>
      </DeskForm>
    </PageColumn>
  );
});

/** One page for used, expired, replaced and unknown links. */
function InvitationExpired({ title, text }: { title: string; text: string }) {
  return (
    <PageColumn className="max-w-md">
      <title>{title}</title>
      <PageHeading>{title}</PageHeading>
      <p className="max-w-measure">{text}</p>
    </PageColumn>
  );
}
