import { useTranslations } from "next-intl";
import { DeskForm, useSavedFormName } from "@/app/[locale]/desk/_lib/desk-form";
import { SecondFactorBadge } from "@/components/desk/second-factor-badge";
import { SelectField } from "@/components/forms/fields";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/controls/button";
import type { Option } from "@/components/ui/controls/select";
import { TableCell, TableRow, TableRowHeader } from "@/components/ui/data-table";
import { Icon } from "@/components/ui/icons/icon";
import { mail, pencil, trash } from "@/components/ui/icons/paths";
import type { MemberRow } from "@/lib/people/staff/verbs";

type Props = {
  member: MemberRow;
  /** Expiry of the invitation. */
  until: string | null;
  isSelf: boolean;
  roles: Option[];
};

export function Member({ until, isSelf, ...props }: Props) {
  const [t, short] = [useTranslations("desk.staff"), useTranslations("desk.bar.roles")];
  const { email, name, role, accepted, hasFactor } = props.member;
  return (
    <TableRow>
      <TableRowHeader className="[overflow-wrap:anywhere] md:w-2/5">
        <bdi>{name ?? email}</bdi> {isSelf && <span className="font-normal text-muted">{t("you")}</span>}
        {name && <span className="block text-small font-normal text-muted">{email}</span>}
      </TableRowHeader>
      <TableCell>{short(role)}</TableCell>
      <TableCell>
        {accepted ? (
          <SecondFactorBadge hasFactor={hasFactor} />
        ) : (
          <>
            <Badge icon={mail}>{t("invitation")}</Badge>
            <span className="block text-small text-muted">{t("invited", { until: until ?? "–" })}</span>
          </>
        )}
      </TableCell>
      <TableCell>
        <MemberForms {...props} />
      </TableCell>
    </TableRow>
  );
}

function MemberForms({ member, roles }: Omit<Props, "until" | "isSelf">) {
  const t = useTranslations("desk.staff");
  const kept = useSavedFormName();
  const { id, email, role, hasFactor } = member;
  const hidden = <input type="hidden" name="member" value={id} />;
  const whose = <span className="sr-only">: {email}</span>;
  return (
    <details open={kept === `role-${id}`}>
      <summary className="btn btn-quiet">
        <Icon d={pencil} />
        {t("change")}
        {whose}
      </summary>
      <DeskForm name={`role-${id}`} verb="staff_role_changed" className="my-3">
        {hidden}
        <SelectField name={`role-${id}`} label={t("role")} options={roles} defaultValue={role} />
        <Button look="secondary">{t("setRole")}</Button>
      </DeskForm>
      {hasFactor && (
        <DeskForm name={`factor-${id}`} verb="staff_factor_reset">
          {hidden}
          <Button look="quiet">
            {t("resetFactor")}
            {whose}
          </Button>
        </DeskForm>
      )}
      <DeskForm name={`remove-${id}`} verb="staff_removed">
        {hidden}
        <Button look="danger">
          <Icon d={trash} />
          {t("remove")}
          {whose}
        </Button>
      </DeskForm>
    </details>
  );
}
