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

/** A form of the desk; with a title it is its page, under that title, with what is wrong above it. */
export async function DeskForm({ caption, above, ...form }: Props) {
  const heading = form.title && (
    <>
      <PageHeading caption={caption}>{form.title}</PageHeading>
      {above}
    </>
  );
  return <ActionForm {...form} words={await getFormTexts()} above={heading ?? above} />;
}

/** What every form of the desk says above its problems, and the form of this page that was kept (desk 5). */
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

/** The name of the form of this page that was kept, which is shown unfolded. */
export const useSavedFormName = () => use(getFormTexts()).held?.form;
