import { getTranslations } from "next-intl/server";
import type { ComponentProps, ReactNode } from "react";
import { withSchoolName } from "@/app/[locale]/_lib/page-title";
import { ActionForm } from "@/components/forms/action-form";
import type { FormTexts } from "@/components/forms/action-state";
import { TextField } from "@/components/forms/fields";
import { PageHeading } from "@/components/layout/page-column";

type Props = Pick<ComponentProps<typeof ActionForm>, "action" | "className" | "children"> & {
  /** The page's heading; the tab shows errors in it. */
  title?: string;
  caption?: string;
  intro?: ReactNode;
};

export async function AccountForm({ title, caption, intro, ...form }: Props) {
  const texts = await getFormTexts();
  if (title === undefined) return <ActionForm {...form} texts={texts} />;
  const heading = (
    <>
      <PageHeading caption={caption}>{title}</PageHeading>
      {typeof intro === "string" ? (
        <p className="mb-7 max-w-measure [overflow-wrap:anywhere]">{intro}</p>
      ) : (
        intro
      )}
    </>
  );
  return <ActionForm {...form} texts={texts} title={await withSchoolName(title)} above={heading} />;
}

async function getFormTexts(): Promise<FormTexts> {
  const t = await getTranslations("account");
  return { errorTitle: t("errorTitle"), errorPrefix: t("errorPrefix"), offline: t("issues.offline") };
}

export async function EmailField({ autoComplete }: { autoComplete: "username" | "email" }) {
  const t = await getTranslations("account");
  return <TextField name="email" type="email" label={t("email")} autoComplete={autoComplete} />;
}
