import { hasLocale } from "next-intl";
import { locales } from "@/lib/i18n/locales";
import { mailKinds } from "@/lib/mail/mail-kinds";
import { readMailboxMessage, styleHashes } from "@/lib/mail/mailbox";
import { previewMail } from "@/lib/mail/prepare-message";
import { env } from "@/lib/platform/env";

export const dynamic = "force-dynamic";

/** HTML of a message (`ID.html`) or template (`preview.KIND.LOCALE.html`), for the mailbox's frame. */
export async function GET(_: Request, { params }: RouteContext<"/mailbox/[file]">): Promise<Response> {
  const { file } = await params;
  const html = env.MAIL_TRANSPORT === "mailbox" ? await readHtml(file) : undefined;
  if (html === undefined) return new Response("Not found", { status: 404 });
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Frame-Options": "SAMEORIGIN",
      "Content-Security-Policy": `default-src 'none'; style-src ${styleHashes(html)}; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`,
    },
  });
}

async function readHtml(file: string): Promise<string | undefined> {
  const [, kindName, locale] = /^preview\.(\w+)\.(\w+)\.html$/.exec(file) ?? [];
  const kind = mailKinds.find((mailKind) => mailKind === kindName);
  if (kind && hasLocale(locales, locale)) return (await previewMail(kind, locale)).html;
  return (await readMailboxMessage(file.replace(/\.html$/, "")))?.html;
}
