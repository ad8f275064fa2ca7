import { getTranslations } from "next-intl/server";

/** What every form of the desk says above its problems. */
export async function formWords() {
  const t = await getTranslations("desk.problems");
  return { errorTitle: t("title"), errorPrefix: t("prefix") };
}
