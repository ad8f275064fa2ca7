import { getTranslations } from "next-intl/server";
import type { DeskWords } from "@/components/action/action-state";
import { keptHere } from "./session";

/** What every form of the desk says above its problems, and the form of this page that was kept (desk 5). */
export async function formWords(): Promise<DeskWords> {
  const [t, held] = await Promise.all([getTranslations("desk.problems"), keptHere()]);
  const [form = ""] = held?.fields.form ?? [];
  return {
    errorTitle: t("title"),
    errorPrefix: t("prefix"),
    offline: t("offline"),
    held: held ? { form, fields: held.fields, notice: t(held.renewed ? "renewed" : "held") } : null,
  };
}
