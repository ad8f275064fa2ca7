import type { Locale } from "@/lib/i18n/locales";
import { localizedPath } from "@/lib/i18n/paths";
import { answerBy } from "@/lib/school/answer-by";
import { publicUrl, type Settings, settings } from "@/lib/school/settings";
import { maskedEmail } from "./addresses";
import {
  type DecisionMail,
  isSetup,
  isToGroup,
  linkUse,
  type MailKind,
  namesMany,
  tellsDecision,
} from "./kinds";
import type { MailDetails } from "./parts";
import { schoolDetails } from "./prepare";
import { mailText, renderMail } from "./render";
import type { Sentences } from "./sentences";
import { accountUrl } from "./setup-link";
import type { Tells } from "./tells";

/** What the made-up school decided; its words stay in the language in which somebody typed them. */
const decided: Partial<Record<DecisionMail, Omit<Tells, "reader">>> = {
  accepted: { speciality: "Piano", sends: true },
  rejected: { words: "Quedan plazas en Viola: si te interesa, llámanos." },
  waiting: { speciality: "Piano" },
};

/** What somebody of its desk wrote to many. */
const written: Omit<Tells, "reader"> = {
  subject: "La primera clase de Carla",
  words: "La primera clase de Carla es el martes 7 de septiembre a las 17:00, en el aula 12.",
};

/** What it asks those who may go on. */
const asked: Omit<Tells, "reader"> = { keepBy: "2026-05-31" };

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
  renderMail(kind, locale, await madeUp(kind, locale, await settings()));

/** The same as text, with these sentences of the school's own, or those that it has. */
export async function previewText(kind: MailKind, locale: Locale, own?: Sentences) {
  const details = await madeUp(kind, locale, await settings());
  const school = { ...details.school, ...(own && { sentences: { ...details.school.sentences, ...own } }) };
  return mailText(kind, locale, { ...details, school });
}

async function madeUp(kind: MailKind, locale: Locale, current: Settings): Promise<MailDetails> {
  const about = {
    school: await schoolDetails(current),
    confirmed: !isSetup(kind) && linkUse(kind) !== "address",
  };
  const family = {
    students: [kind === "adult_student" ? "Núria Puig Serra" : "Carla Soler Roca"],
    guardian: "Berta Roca Vidal",
    references: ["K7M3QRWX"],
    year: "2026/2027",
    answerBy: answerBy(new Date("2026-11-21T09:00:00Z"), current),
  };
  if (tellsDecision(kind) || namesMany(kind)) {
    const told = tellsDecision(kind) ? decided[kind] : isToGroup(kind) ? written : asked;
    const tells = { reader: "guardian" as const, ...told };
    const link = linkUse(kind) ? spentLink(locale) : { link: accountUrl(locale) };
    return { ...about, name: "Berta", ...family, ...link, tells };
  }
  return {
    ...about,
    name: names[kind],
    ...(isSetup(kind) && family),
    address: maskedEmail("berta.roca@example.com"),
    ...spentLink(locale),
  };
}

const spentLink = (locale: Locale) => ({
  link: `${publicUrl()}${localizedPath(locale, `/account-setup/${"preview-".padEnd(43, "x")}`)}`,
  linkExpiresAt: new Date("2026-11-28T09:00:00Z"),
});
