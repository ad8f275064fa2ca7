import type { IncomingMessage, ServerResponse } from "node:http";
import { isOfDesk, localizedPath, splitPath } from "@/lib/i18n/paths";
import { translatorOf } from "@/lib/i18n/translator";
import { escapeHtml } from "@/lib/platform/html";
import type { SchoolCard } from "@/lib/school/school-card";
import { withoutTried } from "./cookie-check";
import { hasBody } from "./page-body";
import { pathnameOf } from "./page-headers";
import { leaveSandbox } from "./sandbox-browser";
import { hereOf, homeOf, smallPage } from "./small-page";

/** Why a page is refused before Next sees the request; the words are `refusals` of the messages. */
export type PageRefusal = keyof typeof STATUS;

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
export function refusePage(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  refusal: PageRefusal,
  school?: SchoolCard,
) {
  const { html, headers } = page(incoming.url, refusal, school);
  const body = Buffer.from(html);
  outgoing.writeHead(STATUS[refusal], {
    ...headers,
    "Content-Length": body.length,
    ...(refusal === "method" && { Allow: PAGE_METHODS }),
    ...(refusal === "encoded" && { "Accept-Encoding": "identity" }),
    ...(refusal === "sandbox" && { "Set-Cookie": leaveSandbox() }),
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

function page(url: string | undefined, refusal: PageRefusal, school: SchoolCard | undefined) {
  const { locale, path } = splitPath(pathnameOf(url));
  const t = translatorOf(locale, "refusals");
  const [to, words] =
    refusal === "renewed" || refusal === "cookies"
      ? [hereOf(withoutTried(url ?? "/")), t(`${refusal}.open`)]
      : isOfDesk(path)
        ? [localizedPath(locale, "/desk"), t("desk")]
        : [homeOf(locale), t("home")];
  return smallPage({
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
