import { getTranslations } from "next-intl/server";
import { type ComponentProps, cache, type ReactNode, use } from "react";
import { ActionForm } from "@/components/forms/action-form";
import type { FormTextsWithSavedForm } from "@/components/forms/action-state";
import { PageHeading } from "@/components/layout/page-column";
import { readSavedFormOfPage } from "./session";

type Props = Omit<ComponentProps<typeof ActionForm>, "words" | "name"> & {
  name: string;
  caption?: ReactNode;
};

/** With `title` the form is the whole page. */
export async function DeskForm({ caption, above, ...form }: Props) {
  const heading = form.title && (
    <>
      <PageHeading caption={caption}>{form.title}</PageHeading>
      {above}
    </>
  );
  return <ActionForm {...form} words={await getFormTexts()} above={heading ?? above} />;
}

/** Texts of a desk form, and the saved form of this page (desk 5). */
export const getFormTexts = cache(async (): Promise<FormTextsWithSavedForm> => {
  const [t, held] = await Promise.all([getTranslations("desk.problems"), readSavedFormOfPage()]);
  const [form = ""] = held?.fields.form ?? [];
  return {
    errorTitle: t("title"),
    errorPrefix: t("prefix"),
    offline: t("offline"),
    held: held ? { form, fields: held.fields, notice: t(held.renewed ? "renewed" : "held") } : null,
  };
});

/** The saved form is shown open. */
export const useSavedFormName = () => use(getFormTexts()).held?.form;
