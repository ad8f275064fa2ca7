import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { PostForm } from "@/components/forms/post-form";
import { Button, type ButtonVariant } from "@/components/ui/controls/button";
import { Notice } from "@/components/ui/notice";

type Props = {
  /** When the wizard rejected it. */
  time: string;
  acceptAction: ComponentProps<typeof PostForm>["action"];
  variant?: ButtonVariant;
};

/**
 * Offers an enrollment that the wizard rejected because the school already knows the student (families 7).
 */
export function DraftOffer({ time, acceptAction, variant }: Props) {
  const t = useTranslations("account.offered");
  return (
    <Notice title={t("title")}>
      <p className="mb-3 max-w-measure">{t("text", { time })}</p>
      <PostForm action={acceptAction}>
        <Button variant={variant}>{t("take")}</Button>
      </PostForm>
    </Notice>
  );
}
