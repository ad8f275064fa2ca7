import { getTranslations } from "next-intl/server";
import type { ComponentProps, ReactNode } from "react";
import { titled } from "@/app/[locale]/page-title";
import { ActionForm } from "@/components/action/action-form";
import type { PlainWords } from "@/components/action/action-state";
import { TextField } from "@/components/action/fields";
import { Title } from "@/components/site/page";

type Props = Pick<ComponentProps<typeof ActionForm>, "action" | "className" | "children"> & {
  /** Of the form that is its page: its heading, which tells of problems in the browser's tab too. */
  title?: string;
  caption?: string;
  lead?: ReactNode;
};

/** A form of the account, of setting it up or of signing in. */
export async function FamilyForm({ title, caption, lead, ...form }: Props) {
  const words = await problemWords();
  if (title === undefined) return <ActionForm {...form} words={words} />;
  const heading = (
    <>
      <Title caption={caption}>{title}</Title>
      {typeof lead === "string" ? (
        <p className="mb-7 max-w-measure [overflow-wrap:anywhere]">{lead}</p>
      ) : (
        lead
      )}
    </>
  );
  return <ActionForm {...form} words={words} title={await titled(title)} above={heading} />;
}

/** What a form of the account says above its problems. */
async function problemWords(): Promise<PlainWords> {
  const t = await getTranslations("account");
  return { errorTitle: t("errorTitle"), errorPrefix: t("errorPrefix"), offline: t("issues.offline") };
}

/** The e-mail of an account, which whoever signs in or asks for a link types. */
export async function EmailField({ autoComplete }: { autoComplete: "username" | "email" }) {
  const t = await getTranslations("account");
  return (
    <TextField
      name="email"
      type="email"
      inputMode="email"
      label={t("email")}
      autoComplete={autoComplete}
      spellCheck={false}
    />
  );
}
