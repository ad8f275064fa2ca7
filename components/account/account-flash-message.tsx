import { useMessages, useTranslations } from "next-intl";
import { SuccessNotice } from "@/components/forms/success-notice";

/** The result of the last action in the account, named by the address. */
export function AccountFlashMessage({ said }: { said: string | string[] | undefined }) {
  const t = useTranslations("account");
  const texts = useMessages().account.said;
  if (typeof said !== "string" || !Object.hasOwn(texts, said)) return null;
  return <SuccessNotice>{t(`said.${said as keyof typeof texts}`)}</SuccessNotice>;
}
