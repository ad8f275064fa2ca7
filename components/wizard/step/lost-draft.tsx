import { useTranslations } from "next-intl";
import { type Contact, getContactLinks } from "@/components/site/contact-links";
import { Notice } from "@/components/ui/notice";

/** A lost draft, the reason, and that submitted requests are safe (W44). */
export function LostDraft({ contact }: { contact: Contact }) {
  const t = useTranslations("wizard.lost");
  return (
    <Notice title={t("title")}>
      <p className="mb-2 max-w-measure">{t("why")}</p>
      <p className="max-w-measure">{t.rich("sent", getContactLinks(contact))}</p>
    </Notice>
  );
}
