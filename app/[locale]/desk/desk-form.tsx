import { getTranslations } from "next-intl/server";
import { type ComponentProps, cache, type ReactNode, use } from "react";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords } from "@/components/action/action-state";
import { Title } from "@/components/site/page";
import { keptHere } from "./session";

type Props = Omit<ComponentProps<typeof ActionForm>, "words" | "name"> & {
  name: string;
  caption?: ReactNode;
};

/** A form of the desk; with a title it is its page, under that title, with what is wrong above it. */
export async function DeskForm({ caption, above, ...form }: Props) {
  const heading = form.title && (
    <>
      <Title caption={caption}>{form.title}</Title>
      {above}
    </>
  );
  return <ActionForm {...form} words={await formWords()} above={heading ?? above} />;
}

/** What every form of the desk says above its problems, and the form of this page that was kept (desk 5). */
export const formWords = cache(async (): Promise<DeskWords> => {
  const [t, held] = await Promise.all([getTranslations("desk.problems"), keptHere()]);
  const [form = ""] = held?.fields.form ?? [];
  return {
    errorTitle: t("title"),
    errorPrefix: t("prefix"),
    offline: t("offline"),
    held: held ? { form, fields: held.fields, notice: t(held.renewed ? "renewed" : "held") } : null,
  };
});

/** The name of the form of this page that was kept, which is shown unfolded. */
export const useKeptForm = () => use(formWords()).held?.form;
