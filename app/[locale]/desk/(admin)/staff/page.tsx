import { useTranslations } from "next-intl";
import { getLocale } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm, useSavedFormName } from "@/app/[locale]/desk/_lib/desk-form";
import { DeskPage } from "@/components/desk/desk-page";
import { SecondFactorBadge } from "@/components/desk/second-factor-badge";
import { OneTimeSecret, OtherPersonEmailField, SelectField, SubmitButton } from "@/components/forms/fields";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/controls/button";
import type { Option } from "@/components/ui/controls/select";
import { DataTable, TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { Icon } from "@/components/ui/icons/icon";
import { mail, pencil, plus, trash } from "@/components/ui/icons/paths";
import { locales } from "@/lib/i18n/locales";
import { staffRoles } from "@/lib/people/staff/permissions";
import { listMembers } from "@/lib/people/staff/verbs";

/** Staff: invitations, roles, second factors (desk 2 to 5). */
export default defineDeskPage("manage_staff", "desk.staff", async ({ t, actor, query: { said } }) => {
  const { instant } = await getDateFormats();
  const [members, locale] = await Promise.all([listMembers(actor), getLocale()]);
  const roles = staffRoles.map((role) => ({ value: role, label: t(`roles.${role}`) }));
  return (
    <DeskPage title={t("title")} flash={said}>
      <div className="beside">
        <DataTable
          caption={t("title")}
          columns={(["person", "role", "entry", "change"] as const).map((key) => ({ key, label: t(key) }))}
        >
          {members.map((member) => (
            <Member
              key={member.id}
              member={member}
              expiry={member.linkExpiresAt && instant(member.linkExpiresAt)}
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
        <OneTimeSecret text={t("done")} />
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

type MemberProps = {
  member: Awaited<ReturnType<typeof listMembers>>[number];
  /** Expiry of the invitation. */
  expiry: string | null;
  isSelf: boolean;
  roles: Option[];
};

function Member({ expiry, isSelf, ...props }: MemberProps) {
  const [t, roleNames] = [useTranslations("desk.staff"), useTranslations("desk.bar.roles")];
  const { email, name, role, accepted, hasFactor } = props.member;
  return (
    <TableRow>
      <TableRowHeader className="[overflow-wrap:anywhere] md:w-2/5">
        <bdi>{name ?? email}</bdi> {isSelf && <span className="font-normal text-muted">{t("you")}</span>}
        {name && <span className="block text-small font-normal text-muted">{email}</span>}
      </TableRowHeader>
      <TableCell>{roleNames(role)}</TableCell>
      <TableCell>
        {accepted ? (
          <SecondFactorBadge hasFactor={hasFactor} />
        ) : (
          <>
            <Badge icon={mail}>{t("invitation")}</Badge>
            <span className="block text-small text-muted">{t("invited", { until: expiry ?? "–" })}</span>
          </>
        )}
      </TableCell>
      <TableCell>
        <MemberForms {...props} />
      </TableCell>
    </TableRow>
  );
}

function MemberForms({ member, roles }: Omit<MemberProps, "expiry" | "isSelf">) {
  const t = useTranslations("desk.staff");
  const { id, email, role, hasFactor } = member;
  const idField = <input type="hidden" name="member" value={id} />;
  const memberLabel = <span className="sr-only">: {email}</span>;
  return (
    <details open={useSavedFormName()?.endsWith(`-${id}`)}>
      <summary className="btn btn-quiet">
        <Icon d={pencil} />
        {t("change")}
        {memberLabel}
      </summary>
      <DeskForm name={`role-${id}`} verb="staff_role_changed" className="my-3">
        {idField}
        <SelectField name={`role-${id}`} label={t("role")} options={roles} defaultValue={role} />
        <Button variant="secondary">{t("setRole")}</Button>
      </DeskForm>
      {hasFactor && (
        <DeskForm name={`factor-${id}`} verb="staff_factor_reset">
          {idField}
          <Button variant="quiet">
            {t("resetFactor")}
            {memberLabel}
          </Button>
        </DeskForm>
      )}
      <DeskForm name={`remove-${id}`} verb="staff_removed">
        {idField}
        <Button variant="danger">
          <Icon d={trash} />
          {t("remove")}
          {memberLabel}
        </Button>
      </DeskForm>
    </details>
  );
}
