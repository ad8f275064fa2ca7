import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Choice, ShownLink, Submit, TextField } from "@/components/action/fields";
import { Icon } from "@/components/ui/icon";
import { plus } from "@/components/ui/icons";
import { locales } from "@/lib/i18n/locales";

type Props = {
  action: FormAction;
  roles: { value: string; label: string }[];
  locale: string;
  words: DeskWords;
};

/** Invites somebody to the desk, or sends another link to whoever is there. */
export function InviteForm({ action, roles, locale, words }: Props) {
  const t = useTranslations("desk.staff.invite");
  const languages = locales.map((value) => ({ value, label: t(`languages.${value}`) }));
  return (
    <section aria-labelledby="invite-title" className="card">
      <h2 id="invite-title" className="mb-2">
        {t("title")}
      </h2>
      <p className="mb-5 text-small text-muted">{t("lead")}</p>
      <ActionForm name="invite" action={action} words={words}>
        <ShownLink words={t("done")} />
        <TextField
          name="email"
          type="email"
          inputMode="email"
          label={t("email")}
          autoComplete="off"
          spellCheck={false}
        />
        <Choice name="role" label={t("role")} hint={t("roleHint")} options={roles} defaultValue="secretary" />
        <Choice name="locale" label={t("locale")} options={languages} defaultValue={locale} />
        <Submit>
          <Icon d={plus} />
          {t("submit")}
        </Submit>
      </ActionForm>
    </section>
  );
}
