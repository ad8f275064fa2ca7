import { getTranslations } from "next-intl/server";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { createPrivateMetadata } from "@/app/[locale]/_lib/page-title";
import { PageColumn, PageHeading } from "@/components/layout/page-column";
import { Icon } from "@/components/ui/icons/icon";
import { chevronLeft } from "@/components/ui/icons/paths";
import { DescriptionList } from "@/components/ui/section";
import { Link } from "@/lib/i18n/navigation";
import { readMailboxMessage } from "@/lib/mail/mailbox";
import { env } from "@/lib/platform/env";

export const generateMetadata = createPrivateMetadata((t) => t("mailbox.title"));

export default async function Page({ params }: PageProps<"/[locale]/mailbox/[id]">) {
  const message = env.MAIL_TRANSPORT === "mailbox" && (await readMailboxMessage((await params).id));
  if (!message) return <NotFoundPage />;
  const [t, tKinds] = [await getTranslations("mailbox"), await getTranslations("mailKinds")];
  const { id, subject, to, from, kind, locale, text } = message;
  const facts = [
    { label: t("to"), value: to },
    { label: t("from"), value: from },
    { label: t("kind"), value: tKinds(`names.${kind}`) },
    { label: t("language"), value: locale },
  ];
  return (
    <PageColumn className="max-w-page">
      <p className="mb-3">
        <Link href="/mailbox" className="back-link">
          <Icon d={chevronLeft} />
          {t("back")}
        </Link>
      </p>
      <PageHeading>{subject}</PageHeading>
      <DescriptionList rows={facts} />
      <h2 className="mt-8 mb-3">{t("html")}</h2>
      <iframe
        title={subject}
        src={`/mailbox/${id}.html`}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="mb-8 h-[56rem] w-full rounded-card border border-hairline"
      />
      <h2 className="mb-3">{t("text")}</h2>
      <pre className="overflow-x-auto rounded-card border border-hairline bg-surface p-4 text-small whitespace-pre-wrap">
        {linkUrls(text)}
      </pre>
    </PageColumn>
  );
}

/** Links work in the text version too. */
function linkUrls(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part) =>
    part.startsWith("http") ? (
      <a key={part} href={part} className="[overflow-wrap:anywhere]">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
