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
 * For a form of another build, whose action Next does not know: a wizard step goes into the draft, a desk
 * form into its (former) session.
 */
export const saveFormInput: NonNullable<PageListenerOptions["saveFormInput"]> = async (incoming, form) => {
  const { locale, path } = splitPath(String(incoming.headers[PATHNAME_HEADER]));
  const step = /^\/enroll\/([\w-]+)$/.exec(path)?.[1];
  if (step && isStep(step)) {
    const language = locales.find((candidate) => candidate === form.get(LANGUAGE_FIELD)) ?? locale;
    return saveStep(incoming, form, step, (href) => toLocalizedPath(language, href));
  }
  return /^\/desk(\/|$)/.test(path) ? saveDeskForm(incoming, form, path) : undefined;
};

async function saveStep(
  { headers }: IncomingMessage,
  form: FormData,
  step: StepId,
  localize: (href: string) => string,
) {
  const visitor = {
    token: readCookie(headers.cookie, "matricula_draft"),
    address: String(headers["x-forwarded-for"]),
  };
  const token = await saveInputOfOldPage(step, form, visitor);
  if (token === undefined) return;
  const returnQuery =
    new URLSearchParams(String(headers[QUERY_HEADER])).get("from") === "check" ? "from=check&" : "";
  const location = localize(`/enroll/${step}?${returnQuery}overtaken=renewed`);
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

export const parseDeskCookie = ({ cookie }: IncomingHttpHeaders) => readCookie(cookie, "desk");
