import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { PageListenerOptions } from "@/lib/http/page-listener";
import {
  LANGUAGE_FIELD,
  locales,
  PATHNAME_HEADER,
  QUERY_HEADER,
  splitPath,
  toLocalizedPath,
} from "@/lib/i18n/locales";
import { findEndedSession, saveForm } from "@/lib/people/staff/sessions";
import { cookieLifetimes, formatSetCookie, readCookie, readFormFields } from "@/lib/platform/page-request";
import { saveInputOfOldPage } from "@/lib/wizard/drafts/verbs";
import { isStep, type StepId } from "@/lib/wizard/steps";

/**
 * Saves the input of a form whose action Next does not know, because the page belongs to another build: a
 * wizard step in the draft, a desk form for its (former) session.
 */
export const saveFormInput: NonNullable<PageListenerOptions["saveFormInput"]> = async (incoming, form) => {
  const { locale, path } = splitPath(String(incoming.headers[PATHNAME_HEADER]));
  const address = /^\/enroll\/([\w-]+)$/.exec(path)?.[1];
  if (address && isStep(address)) {
    const language = locales.find((known) => known === form.get(LANGUAGE_FIELD)) ?? locale;
    return saveStep(incoming, form, address, (href) => toLocalizedPath(language, href));
  }
  return /^\/desk(\/|$)/.test(path) ? saveDeskForm(incoming, form, path) : undefined;
};

async function saveStep(
  { headers }: IncomingMessage,
  form: FormData,
  step: StepId,
  inLanguage: (href: string) => string,
) {
  const who = {
    token: readCookie(headers.cookie, "matricula_draft"),
    address: String(headers["x-forwarded-for"]),
  };
  const token = await saveInputOfOldPage(step, form, who);
  if (token === undefined) return;
  const from =
    new URLSearchParams(String(headers[QUERY_HEADER])).get("from") === "check" ? "from=check&" : "";
  const location = inLanguage(`/enroll/${step}?${from}overtaken=renewed`);
  return {
    location,
    cookie: formatSetCookie("matricula_draft", token, cookieLifetimes.matricula_draft),
  };
}

/** A form without a name is a button without input. */
async function saveDeskForm({ headers }: IncomingMessage, form: FormData, path: string) {
  const session = await findEndedSession(parseDeskCookie(headers));
  const fields = readFormFields(form);
  if (!session || !fields.form) return;
  const token = await saveForm(session.memberId, { path, fields, renewed: true }, new Date());
  return {
    location: `${headers[PATHNAME_HEADER]}${headers[QUERY_HEADER]}`,
    cookie: formatSetCookie("desk-held", token, cookieLifetimes["desk-held"]),
  };
}

/** Cookies that identify the desk's session. */
export const parseDeskCookie = ({ cookie }: IncomingHttpHeaders) => readCookie(cookie, "desk");
