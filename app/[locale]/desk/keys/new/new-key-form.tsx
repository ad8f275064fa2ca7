import { useTranslations } from "next-intl";
import {
  ChoiceOf,
  OthersEmail,
  ShownLink,
  Submit,
  TextField,
  Ticks,
  UntilShown,
} from "@/components/action/fields";
import type { Day } from "@/lib/platform/dates";
import { DeskForm } from "../../desk-form";
import { scopeKey } from "../key-table";
import { makeKeyAction } from "./actions";

type Props = {
  scopes: readonly { name: string; usual: boolean }[];
  today: Day;
};

/** Whose key it is, what for, and until when. */
export function NewKeyForm({ scopes, today }: Props) {
  const t = useTranslations("desk.keys");
  return (
    <DeskForm name="key" action={makeKeyAction} title={t("new.title")} className="max-w-column">
      <ShownLink words={t("secretOnce")} />
      <UntilShown>
        <TextField
          name="key_name"
          label={t("new.name")}
          hint={t("new.nameHint")}
          maxLength={100}
          autoComplete="off"
        />
        <ChoiceOf
          name="mode"
          label={t("new.mode")}
          defaultValue="live"
          choices={(["live", "test"] as const).map((value) => ({
            value,
            label: t(value),
            hint: t(`new.${value}Hint`),
          }))}
        />
        <Ticks
          name="scopes"
          label={t("columns.may")}
          ticked={scopes.filter(({ usual }) => usual).map(({ name }) => name)}
          options={scopes.map(({ name, usual }) => ({
            value: name,
            label: t(`scopes.${scopeKey(name)}`),
            hint: usual ? undefined : t("new.allHint"),
          }))}
        />
        <ContactAndEnd today={today} />
        <Submit>{t("new.make")}</Submit>
      </UntilShown>
    </DeskForm>
  );
}

type ContactAndEndProps = { today: Day; contact?: string; expires?: string };

/** Who is told that the key ends, and when it does. */
export function ContactAndEnd({ today, contact = "", expires = "" }: ContactAndEndProps) {
  const t = useTranslations("desk.keys");
  return (
    <>
      <OthersEmail
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
