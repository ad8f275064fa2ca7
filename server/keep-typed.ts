import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { keepRenewed } from "@/lib/form/server/keep-typed";
import { isStep, type StepId } from "@/lib/form/steps";
import type { KeepTyped } from "@/lib/http/page-listener";
import { LANGUAGE, locales } from "@/lib/i18n/locales";
import { localizedPath, PATHNAME, QUERY, splitPath } from "@/lib/i18n/paths";
import { keepForm } from "@/lib/people/staff/kept-form";
import { endedSession } from "@/lib/people/staff/sessions";
import { cookieIn, cookieName, lifetimes, type OwnCookie, setOwnCookie } from "@/lib/platform/own-cookies";
import { typed } from "@/lib/platform/typed";
import { publicUrl } from "@/lib/school/settings";

/**
 * Keeps what was typed on a page of another build, whose form Next does not know: a step's in the draft, the
 * desk's for whoever is, or was, signed in.
 */
export const keepTyped: KeepTyped = async (incoming, form) => {
  const { locale, path } = splitPath(String(incoming.headers[PATHNAME]));
  const address = /^\/enroll\/([\w-]+)$/.exec(path)?.[1];
  if (address && isStep(address)) {
    const language = locales.find((known) => known === form.get(LANGUAGE)) ?? locale;
    return keepStep(incoming, form, address, (href) => localizedPath(language, href));
  }
  return /^\/desk(\/|$)/.test(path) ? keepDesk(incoming, form, path) : undefined;
};

async function keepStep(
  { headers }: IncomingMessage,
  form: FormData,
  step: StepId,
  inLanguage: (href: string) => string,
) {
  const who = {
    token: cookieOf(headers.cookie, "matricula_draft"),
    address: String(headers["x-forwarded-for"]),
  };
  const token = await keepRenewed(step, form, who);
  if (token === undefined) return;
  const from = new URLSearchParams(String(headers[QUERY])).get("from") === "check" ? "from=check&" : "";
  const location = inLanguage(`/enroll/${step}?${from}overtaken=renewed`);
  return { location, cookie: setOwnCookie("matricula_draft", token, lifetimes.matricula_draft, isSecure()) };
}

/** A form without a name is a button, which keeps nothing. */
async function keepDesk({ headers }: IncomingMessage, form: FormData, path: string) {
  const session = await endedSession(deskCookieOf(headers));
  const fields = typed(form);
  if (!session || !fields.form) return;
  const token = await keepForm(session.memberId, { path, fields, renewed: true }, new Date());
  return {
    location: `${headers[PATHNAME]}${headers[QUERY]}`,
    cookie: setOwnCookie("desk-held", token, lifetimes["desk-held"], isSecure()),
  };
}

/** What finds the session of whoever works at the desk. */
export const deskCookieOf = ({ cookie }: IncomingHttpHeaders) => cookieOf(cookie, "desk");

const cookieOf = (header: string | undefined, name: OwnCookie) =>
  cookieIn(header, cookieName(name, isSecure()));

const isSecure = () => publicUrl().startsWith("https:");
