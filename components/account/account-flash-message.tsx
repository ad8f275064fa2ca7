import { useTranslations } from "next-intl";
import { SuccessNotice } from "@/components/forms/success-notice";

const known = [
  "withdrawn",
  "takenBack",
  "kept",
  "answered",
  "replied",
  "disagreed",
  "confirmed",
  "denied",
  "contact",
  "emailAsked",
  "emailCorrected",
  "asked",
  "chosen",
  "erasure",
  "erasureBack",
  "ended",
  "draftGone",
  "password",
  "goesOn",
  "leaves",
  "changes",
  "claimed",
  "objected",
] as const;

/** The result of the last action in the account. */
export function AccountFlashMessage({ said }: { said: string | string[] | undefined }) {
  const t = useTranslations("account.said");
  const what = known.find((one) => one === said);
  return what && <SuccessNotice>{t(what)}</SuccessNotice>;
}
