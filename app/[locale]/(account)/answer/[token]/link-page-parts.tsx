import { getTranslations } from "next-intl/server";
import { BirthDateForm } from "@/app/[locale]/(account)/_lib/birth-date-form";
import { Icon } from "@/components/ui/icons/icon";
import { lock } from "@/components/ui/icons/paths";
import { Link } from "@/lib/i18n/navigation";
import { checkBirthDateAction } from "../actions";

type Props = { token: string; asks: "place" | "question" | "renewal" };

/** In case the mail went to a stranger. */
export async function LinkBirthDateForm({ token, asks }: Props) {
  const t = await getTranslations("account");
  const words = {
    place: { title: t("placeAnswer.birthDateTitle"), lead: t("placeAnswer.birthDateLead") },
    question: { title: t("question.title"), lead: t("question.birthDateLead") },
    renewal: { title: t("renewal.birthDateTitle"), lead: t("renewal.birthDateLead") },
  };
  return (
    <BirthDateForm
      action={checkBirthDateAction}
      {...words[asks]}
      label={t("placeAnswer.birthDate")}
      token={token}
    />
  );
}

export async function LinkNote() {
  const t = await getTranslations("account.placeAnswer");
  return (
    <p className="mt-8 flex gap-2 border-t border-hairline pt-4 text-small text-muted">
      <Icon d={lock} className="mt-0.5 shrink-0" />
      <span>
        {t.rich("behind", {
          link: (chunks) => <Link href="/account">{chunks}</Link>,
        })}
      </span>
    </p>
  );
}
