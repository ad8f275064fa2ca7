import { getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { createPrivateMetadata } from "@/app/[locale]/_lib/page-title";
import { PageColumn, PageHeading } from "@/components/layout/page-column";
import { PAGE_SIZE, Pagination } from "@/components/site/pagination";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import { locales } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { mailKinds } from "@/lib/mail/mail-kinds";
import { readMailbox } from "@/lib/mail/mailbox";
import { env } from "@/lib/platform/env";

export const generateMetadata = createPrivateMetadata((t) => t("mailbox.title"));

export default async function Page({ searchParams }: PageProps<"/[locale]/mailbox">) {
  const page = Number((await searchParams).page ?? 1);
  if (env.MAIL_TRANSPORT !== "mailbox" || !Number.isSafeInteger(page) || page < 1) return <NotFoundPage />;
  const [t, tKinds, { messages, count }, { moment }] = await Promise.all([
    getTranslations("mailbox"),
    getTranslations("mailKinds"),
    readMailbox(page, PAGE_SIZE),
    getDateFormats(),
  ]);
  if (page > 1 && messages.length === 0) return <NotFoundPage />;
  return (
    <PageColumn>
      <PageHeading>{t("title")}</PageHeading>
      <p className="mb-8 max-w-measure">{t("lead")}</p>
      {count === 0 && <EmptyState>{t("empty")}</EmptyState>}
      <ol className="mb-6 divide-y divide-hairline">
        {messages.map(({ id, subject, to, kind, created_at }) => (
          <li key={id} className="py-3">
            <Link href={`/mailbox/${id}`} className="font-semibold">
              {subject}
            </Link>
            <p className="text-small text-muted [overflow-wrap:anywhere]">
              {to} · {tKinds(`names.${kind}`)} ·{" "}
              <time dateTime={created_at}>{moment(new Date(created_at))}</time>
            </p>
          </li>
        ))}
      </ol>
      {count > PAGE_SIZE && (
        <Pagination page={page} count={count} getHref={(page) => `/mailbox?page=${page}`} />
      )}
      <Templates />
    </PageColumn>
  );
}

async function Templates() {
  const [t, tKinds] = [await getTranslations("mailbox"), await getTranslations("mailKinds")];
  return (
    <Section title={t("previewTitle")} className="mt-12">
      <p className="mt-3 mb-3">{t("previewLead")}</p>
      <ul className="divide-y divide-hairline">
        {mailKinds.map((kind) => (
          <li key={kind} className="flex items-center justify-between gap-x-4">
            {tKinds(`names.${kind}`)}
            <span className="shrink-0">
              {locales.map((locale) => (
                <a
                  key={locale}
                  href={`/mailbox/preview.${kind}.${locale}.html`}
                  className="top-link uppercase"
                >
                  {locale}
                </a>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
