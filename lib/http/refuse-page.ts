import type { IncomingMessage, ServerResponse } from "node:http";
import { isDeskPath, toLocalizedPath, splitPath } from "@/lib/i18n/paths";
import { getTranslator } from "@/lib/i18n/translator";
import { escapeHtml } from "@/lib/platform/html";
import type { SchoolContact } from "@/lib/school/school-card";
import { withoutTried } from "./cookie-check";
import { hasBody } from "./page-body";
import { getPathname } from "./page-headers";
import { expireSandboxCookie } from "./sandbox-browser";
import { toSafeHref, getHomePath, renderPlainPage } from "./small-page";

/** Why a page is refused before Next sees the request; the words are `refusals` of the messages. */
export type PageError = keyof typeof STATUS;

export const PAGE_METHODS = "GET, HEAD, POST, OPTIONS";

const STATUS = {
  cookies: 400,
  malformed: 400,
  encoded: 415,
  foreign: 403,
  mailbox: 403,
  method: 405,
  renewed: 409,
  sandbox: 403,
  tooLarge: 413,
  fileNotAllowed: 403,
  unknown: 404,
} as const;

/** What is still sent after a refusal is thrown away up to here; then the line is cut. */
const DRAINED = 16 * 1024 * 1024;

/** Answers with a small page in the address's language. @param school stands around it where it is known */
export function sendErrorPage(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  refusal: PageError,
  school?: SchoolContact,
) {
  const { html, headers } = renderErrorPage(incoming.url, refusal, school);
  const body = Buffer.from(html);
  outgoing.writeHead(STATUS[refusal], {
    ...headers,
    "Content-Length": body.length,
    ...(refusal === "method" && { Allow: PAGE_METHODS }),
    ...(refusal === "encoded" && { "Accept-Encoding": "identity" }),
    ...(refusal === "sandbox" && { "Set-Cookie": expireSandboxCookie() }),
    ...(hasBody(incoming) && !incoming.complete && { Connection: "close" }),
  });
  if (incoming.method === "HEAD" || incoming.complete || !hasBody(incoming)) return outgoing.end(body);

  // To close at once would reset the line under an answer that the sender has not read yet.
  outgoing.write(body);
  let drained = 0;
  const end = () => outgoing.end();
  incoming.on("data", ({ length }: Buffer) => {
    drained += length;
    if (drained > DRAINED) end();
  });
  incoming.once("end", end).once("close", end);
}

function renderErrorPage(url: string | undefined, refusal: PageError, school: SchoolContact | undefined) {
  const { locale, path } = splitPath(getPathname(url));
  const t = getTranslator(locale, "refusals");
  const [to, words] =
    refusal === "renewed" || refusal === "cookies"
      ? [toSafeHref(withoutTried(url ?? "/")), t(`${refusal}.open`)]
      : isDeskPath(path)
        ? [toLocalizedPath(locale, "/desk"), t("desk")]
        : [getHomePath(locale), t("home")];
  return renderPlainPage({
    locale,
    ...(school && {
      school: {
        name: escapeHtml(school.name),
        address: escapeHtml(school.address),
        email: escapeHtml(school.email),
      },
    }),
    title: t(`${refusal}.title`),
    main: `<p>${t(`${refusal}.text`)}</p>${
      school && refusal === "cookies"
        ? `
<p>${t("cookies.call", { phone: escapeHtml(school.phone) })}</p>`
        : ""
    }
<p><a class="button" href="${to}">${words}</a></p>`,
  });
}
