import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { NewPasswordField } from "@/app/[locale]/password-fields";
import { Submit, TextField } from "@/components/action/fields";
import { Column, Title } from "@/components/site/page";
import { findInvitation } from "@/lib/people/staff/verbs";
import { DeskForm } from "../../desk-form";
import { acceptAction } from "./actions";

export const metadata: Metadata = { robots: { index: false }, referrer: "no-referrer" };

export default orAway(async function Page({ params }: PageProps<"/[locale]/desk/invitation/[token]">) {
  const { token } = await params;
  const [t, member] = await Promise.all([
    getTranslations("desk.invitation"),
    findInvitation(token, new Date()),
  ]);
  if (!member) return <Closed title={t("closedTitle")} text={t("closed")} />;
  return (
    <Column className="max-w-md">
      <DeskForm
        name="invitation"
        action={acceptAction}
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
        <Submit>{t("submit")}</Submit>
      </DeskForm>
    </Column>
  );
});

/** Spent, over, replaced or never there: one page for all of them. */
function Closed({ title, text }: { title: string; text: string }) {
  return (
    <Column className="max-w-md">
      <title>{title}</title>
      <Title>{title}</Title>
      <p className="max-w-measure">{text}</p>
    </Column>
  );
}
