import { useMessages, useTranslations } from "next-intl";
import { SuccessNotice } from "@/components/forms/success-notice";

/** The result of the last action in the account, named by the address. */
export function AccountFlashMessage({ flash }: { flash: string | string[] | undefined }) {
  const t = useTranslations("account");
  const texts = useMessages().account.said;
  if (typeof flash !== "string" || !Object.hasOwn(texts, flash)) return null;
  return <SuccessNotice>{t(`said.${flash as keyof typeof texts}`)}</SuccessNotice>;
}
