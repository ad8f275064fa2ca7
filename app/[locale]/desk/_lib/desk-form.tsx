import { getTranslations } from "next-intl/server";
import { type ComponentProps, cache, type ReactNode, use } from "react";
import { ActionForm } from "@/components/forms/action-form";
import type { FormAction, FormTextsWithSavedForm } from "@/components/forms/action-state";
import { PageHeading } from "@/components/layout/page-column";
import { verbAction } from "../verb-action";
import type { FormVerbName } from "./form-verbs";
import { readSavedFormOfPage } from "./session";

/** What the form does: a verb that forms may call, or an action of its page. */
export type FormTarget = { verb: FormVerbName; action?: never } | { action: FormAction; verb?: never };

type Props = Omit<ComponentProps<typeof ActionForm>, "texts" | "name" | "action"> &
  FormTarget & { name: string; caption?: ReactNode };

/** With `title` the form is the whole page. */
export async function DeskForm({ caption, above, verb, action = verbAction, children, ...form }: Props) {
  const heading = form.title && (
    <>
      <PageHeading caption={caption}>{form.title}</PageHeading>
      {above}
    </>
  );
  return (
    <ActionForm {...form} action={action} texts={await getFormTexts()} above={heading ?? above}>
      {verb && children ? (
        <>
          <input type="hidden" name="verb" value={verb} />
          {children}
        </>
      ) : (
        children
      )}
    </ActionForm>
  );
}

/** Texts of a desk form, and the saved form of this page (desk 5). */
export const getFormTexts = cache(async (): Promise<FormTextsWithSavedForm> => {
  const [t, saved] = await Promise.all([getTranslations("desk.problems"), readSavedFormOfPage()]);
  const [form = ""] = saved?.fields.form ?? [];
  return {
    errorTitle: t("title"),
    errorPrefix: t("prefix"),
    offline: t("offline"),
    savedForm: saved ? { form, fields: saved.fields, notice: t(saved.renewed ? "renewed" : "held") } : null,
  };
});

/** The saved form is shown open. */
export const useSavedFormName = () => use(getFormTexts()).savedForm?.form;
