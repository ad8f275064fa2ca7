import { useTranslations } from "next-intl";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import {
  CheckboxGroupField,
  OneTimeSecret,
  OtherPersonEmailField,
  RadioField,
  SubmitButton,
  TextField,
  UntilResult,
} from "@/components/forms/fields";
import type { Day } from "@/lib/platform/dates";
import { toScopeMessageKey } from "../key-table";

type Props = {
  scopes: readonly { name: string; isDefault: boolean }[];
  today: Day;
};

export function NewKeyForm({ scopes, today }: Props) {
  const t = useTranslations("desk.keys");
  return (
    <DeskForm name="key" verb="key_made" title={t("new.title")} className="max-w-column">
      <OneTimeSecret text={t("secretOnce")} />
      <UntilResult>
        <TextField
          name="key_name"
          label={t("new.name")}
          hint={t("new.nameHint")}
          maxLength={100}
          autoComplete="off"
        />
        <RadioField
          name="mode"
          label={t("new.mode")}
          defaultValue="live"
          choices={(["live", "test"] as const).map((value) => ({
            value,
            label: t(value),
            hint: t(`new.${value}Hint`),
          }))}
        />
        <CheckboxGroupField
          name="scopes"
          label={t("columns.may")}
          checked={scopes.filter(({ isDefault }) => isDefault).map(({ name }) => name)}
          options={scopes.map(({ name, isDefault }) => ({
            value: name,
            label: t(`scopes.${toScopeMessageKey(name)}`),
            hint: isDefault ? undefined : t("new.allHint"),
          }))}
        />
        <KeyContactFields today={today} />
        <SubmitButton>{t("new.make")}</SubmitButton>
      </UntilResult>
    </DeskForm>
  );
}

type KeyContactProps = { today: Day; contact?: string; expires?: string };

/** Recipient of the expiry mail, and the last day. */
export function KeyContactFields({ today, contact = "", expires = "" }: KeyContactProps) {
  const t = useTranslations("desk.keys");
  return (
    <>
      <OtherPersonEmailField
        name="contact"
        label={t("contact")}
        hint={t("contactHint")}
        optional={t("optional")}
        defaultValue={contact}
      />
      <TextField
        name="expires"
        type="date"
        label={t("expires")}
        hint={t("expiresHint")}
        optional={t("optional")}
        defaultValue={expires}
        min={today}
      />
    </>
  );
}
