import type { Locale } from "@/lib/i18n/locales";
import { toLocalizedPath } from "@/lib/i18n/paths";
import { getAnswerDeadline } from "@/lib/school/answer-by";
import { getPublicUrl, type Settings, getSettings } from "@/lib/school/settings";
import { maskEmail } from "./addresses";
import {
  type DecisionMail,
  isSetupMail,
  isGroupMail,
  getLinkUse,
  type MailKind,
  isMultiEnrollmentMail,
  isDecisionMail,
} from "./kinds";
import type { MailContext } from "./parts";
import { getMailSchool } from "./prepare";
import { renderMailText, renderMail } from "./render";
import type { MailTexts } from "./sentences";
import { getAccountUrl } from "./setup-link";
import type { MailData } from "./tells";

/** What the made-up school decided; its words stay in the language in which somebody typed them. */
const sampleDecisions: Partial<Record<DecisionMail, Omit<MailData, "reader">>> = {
  accepted: { speciality: "Piano", sends: true },
  rejected: { words: "Quedan plazas en Viola: si te interesa, llámanos." },
  waiting: { speciality: "Piano" },
};

/** What somebody of its desk wrote to many. */
const sampleGroupMail: Omit<MailData, "reader"> = {
  subject: "La primera clase de Carla",
  words: "La primera clase de Carla es el martes 7 de septiembre a las 17:00, en el aula 12.",
};

/** What it asks those who may go on. */
const sampleRenewal: Omit<MailData, "reader"> = { keepBy: "2026-05-31" };

const names: Partial<Record<MailKind, string>> = {
  adult_student: "Núria",
  guardian: "Berta",
  minor_student: "Carla",
  password_reset: "Berta",
  continue_draft: "Berta",
  confirm_email: "Berta",
  email_changed: "Berta",
  erasure_asked: "Berta",
};

/** A message of every kind as a made-up family would get it; its link leads to the page for spent links. */
export const previewMail = async (kind: MailKind, locale: Locale) =>
  renderMail(kind, locale, await createSampleContext(kind, locale, await getSettings()));

/** The same as text, with these sentences of the school's own, or those that it has. */
export async function previewMailText(kind: MailKind, locale: Locale, own?: MailTexts) {
  const details = await createSampleContext(kind, locale, await getSettings());
  const school = { ...details.school, ...(own && { sentences: { ...details.school.sentences, ...own } }) };
  return renderMailText(kind, locale, { ...details, school });
}

async function createSampleContext(kind: MailKind, locale: Locale, current: Settings): Promise<MailContext> {
  const about = {
    school: await getMailSchool(current),
    confirmed: !isSetupMail(kind) && getLinkUse(kind) !== "address",
  };
  const family = {
    students: [kind === "adult_student" ? "Núria Puig Serra" : "Carla Soler Roca"],
    guardian: "Berta Roca Vidal",
    references: ["K7M3QRWX"],
    year: "2026/2027",
    answerBy: getAnswerDeadline(new Date("2026-11-21T09:00:00Z"), current),
  };
  if (isDecisionMail(kind) || isMultiEnrollmentMail(kind)) {
    const told = isDecisionMail(kind) ? sampleDecisions[kind] : isGroupMail(kind) ? sampleGroupMail : sampleRenewal;
    const tells = { reader: "guardian" as const, ...told };
    const link = getLinkUse(kind) ? spentLink(locale) : { link: getAccountUrl(locale) };
    return { ...about, name: "Berta", ...family, ...link, tells };
  }
  return {
    ...about,
    name: names[kind],
    ...(isSetupMail(kind) && family),
    address: maskEmail("berta.roca@example.com"),
    ...spentLink(locale),
  };
}

const spentLink = (locale: Locale) => ({
  link: `${getPublicUrl()}${toLocalizedPath(locale, `/account-setup/${"preview-".padEnd(43, "x")}`)}`,
  linkExpiresAt: new Date("2026-11-28T09:00:00Z"),
});
