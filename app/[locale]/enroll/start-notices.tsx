import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { PostForm } from "@/components/forms/post-form";
import { LinkButton } from "@/components/site/link-button";
import { Button } from "@/components/ui/controls/button";
import { Notice } from "@/components/ui/notice";
import { accountLinkTag } from "@/components/wizard/account-link";
import { Link } from "@/lib/i18n/navigation";

/** A request for that year exists (families 5). */
export function AlreadyEnrolled() {
  const t = useTranslations("wizard.known");
  return (
    <Notice title={t("enrolledTitle")}>
      <p className="mb-2 max-w-measure">{t("enrolledText")}</p>
      <Link href="/account" className="inline-flex min-h-target items-center">
        {t("toAccount")}
      </Link>
    </Notice>
  );
}

/** The guardian's data is no longer retained, so another child cannot be added. */
export function GuardianGone() {
  const t = useTranslations("wizard.over");
  return (
    <Notice title={t("title")}>
      <p className="max-w-measure">{t.rich("text", accountLinkTag)}</p>
    </Notice>
  );
}

/** The draft belongs to an account: sign in, or start again. */
export function SignInAgain({ another }: { another: ComponentProps<typeof PostForm>["action"] }) {
  const t = useTranslations("wizard.known");
  return (
    <Notice title={t("lockedTitle")}>
      <p className="mb-3 max-w-measure">{t("lockedText")}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <LinkButton href="/sign-in?onward=enroll">{t("signIn")}</LinkButton>
        <PostForm action={another}>
          <Button look="secondary">{t("notMine")}</Button>
        </PostForm>
      </div>
    </Notice>
  );
}
