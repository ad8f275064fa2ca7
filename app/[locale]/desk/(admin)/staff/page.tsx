import { useTranslations } from "next-intl";
import { getLocale } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { DeskPage } from "@/components/desk/desk-page";
import { OneTimeSecret, OtherPersonEmailField, SelectField, SubmitButton } from "@/components/forms/fields";
import { DataTable } from "@/components/ui/data-table";
import { Icon } from "@/components/ui/icons/icon";
import { plus } from "@/components/ui/icons/paths";
import { locales } from "@/lib/i18n/locales";
import { staffRoles } from "@/lib/people/staff/permissions";
import { listMembers } from "@/lib/people/staff/verbs";
import { Member } from "./member";

/** Staff: invitations, roles, second factors (desk 2 to 5). */
export default defineDeskPage("manage_staff", "desk.staff", async ({ t, actor, query: { said } }) => {
  const { instant } = await getDateFormats();
  const [members, locale] = await Promise.all([listMembers(actor), getLocale()]);
  const roles = staffRoles.map((role) => ({ value: role, label: t(`roles.${role}`) }));
  return (
    <DeskPage title={t("title")} said={said}>
      <div className="beside">
        <DataTable
          caption={t("title")}
          columns={(["person", "role", "entry", "change"] as const).map((key) => ({ key, label: t(key) }))}
        >
          {members.map((member) => (
            <Member
              key={member.id}
              member={member}
              until={member.linkExpiresAt && instant(member.linkExpiresAt)}
              isSelf={member.id === actor.id}
              roles={roles}
            />
          ))}
        </DataTable>
        <InviteForm roles={roles} locale={locale} />
      </div>
    </DeskPage>
  );
});

type Props = {
  roles: { value: string; label: string }[];
  locale: string;
};

/** Invites a person, or renews an invitation. */
function InviteForm({ roles, locale }: Props) {
  const t = useTranslations("desk.staff.invite");
  const languages = locales.map((value) => ({ value, label: t(`languages.${value}`) }));
  return (
    <section aria-labelledby="invite-title" className="card">
      <h2 id="invite-title" className="mb-2">
        {t("title")}
      </h2>
      <p className="mb-5 text-small text-muted">{t("lead")}</p>
      <DeskForm name="invite" verb="staff_invited">
        <OneTimeSecret words={t("done")} />
        <OtherPersonEmailField name="email" label={t("email")} />
        <SelectField
          name="role"
          label={t("role")}
          hint={t("roleHint")}
          options={roles}
          defaultValue="secretary"
        />
        <SelectField name="locale" label={t("locale")} options={languages} defaultValue={locale} />
        <SubmitButton>
          <Icon d={plus} />
          {t("submit")}
        </SubmitButton>
      </DeskForm>
    </section>
  );
}
