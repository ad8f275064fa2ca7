import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { titled } from "@/app/[locale]/page-title";
import { Column, Title } from "@/components/site/page";
import { dateTag } from "@/lib/i18n/days";
import { type Locale, locales } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { mailKinds } from "@/lib/mail/kinds";
import { readMailbox } from "@/lib/mail/mailbox";
import { env } from "@/lib/platform/env";
import { settings } from "@/lib/school/settings";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("mailbox");
  return { title: await titled(t("title")), robots: { index: false } };
}

export default async function Page({ searchParams }: PageProps<"/[locale]/mailbox">) {
  const page = Number((await searchParams).page ?? 1);
  if (env.MAIL_TRANSPORT !== "mailbox" || !Number.isSafeInteger(page) || page < 1) return <NoSuchPage />;
  const [t, kinds, locale, { messages, pages }, { time_zone: timeZone }] = await Promise.all([
    getTranslations("mailbox"),
    getTranslations("mailKinds"),
    getLocale() as Promise<Locale>,
    readMailbox(page),
    settings(),
  ]);
  const format = new Intl.DateTimeFormat(dateTag(locale), {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone,
  });
  return (
    <Column>
      <Title>{t("title")}</Title>
      <p className="mb-8 max-w-measure">{t("lead")}</p>
      {pages === 1 && messages.length === 0 && <p className="mb-8">{t("empty")}</p>}
      <ol className="mb-6 divide-y divide-hairline border-y border-hairline">
        {messages.map(({ id, subject, to, kind, created_at }) => (
          <li key={id} className="py-3">
            <Link href={`/mailbox/${id}`} prefetch={false} className="font-semibold">
              {subject}
            </Link>
            <p className="text-small text-muted [overflow-wrap:anywhere]">
              {to} · {kinds(`names.${kind}`)} ·{" "}
              <time dateTime={created_at}>{format.format(new Date(created_at))}</time>
            </p>
          </li>
        ))}
      </ol>
      {pages > 1 && <Pages page={page} pages={pages} />}
      <Templates />
    </Column>
  );
}

async function Pages({ page, pages }: { page: number; pages: number }) {
  const t = await getTranslations("mailbox");
  const to = (other: number, words: string) => (
    <Link href={`/mailbox?page=${other}`} prefetch={false} className="inline-flex min-h-target items-center">
      {words}
    </Link>
  );
  return (
    <nav aria-label={t("pages")} className="mb-12 flex flex-wrap items-center gap-x-6">
      {page > 1 && to(page - 1, t("newer"))}
      <span className="text-small text-muted">{t("page", { page, pages })}</span>
      {page < pages && to(page + 1, t("older"))}
    </nav>
  );
}

async function Templates() {
  const [t, kinds] = [await getTranslations("mailbox"), await getTranslations("mailKinds")];
  return (
    <section>
      <h2 className="mb-2 text-heading">{t("previewTitle")}</h2>
      <p className="mb-3">{t("previewLead")}</p>
      <ul className="space-y-2">
        {mailKinds.map((kind) => (
          <li key={kind}>
            {kinds(`names.${kind}`)}:{" "}
            {locales.map((locale) => (
              <a key={locale} href={`/mailbox/preview.${kind}.${locale}.html`} className="mr-3 inline-block">
                {locale}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
