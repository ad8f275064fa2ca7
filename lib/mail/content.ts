import type { Locale } from "@/lib/i18n/locales";
import { createDecisionContent } from "./decision-content";
import { createGroupContent } from "./group-content";
import { isGroupMail, type MailKind, isDecisionMail } from "./kinds";
import { createLinkContent } from "./link-content";
import { getDisplayNames } from "./names";
import { sanitiseText, type MailContent, type MailContext } from "./parts";
import { getSchoolTexts } from "./sentences";

/** The words of a message for its reader, the school's own among them. @throws Error when its details lack what its kind speaks of */
export function createMailContent(kind: MailKind, locale: Locale, details: MailContext): MailContent {
  const { name } = getDisplayNames(details, locale).inBody;
  const content = createServiceContent(kind, locale, details);
  const own = (at: "greeting" | "next" | "signature") =>
    getSchoolTexts(details.school.sentences ?? {}, kind, locale, at);
  const [greeting] = own("greeting").filter((words) => name || !words.includes("{name}"));
  const { next } = content;
  return {
    ...content,
    greeting: greeting?.replace("{name}", () => name) ?? content.greeting,
    next: next && { ...next, steps: [...next.steps, ...own("next").map(sanitiseText)] },
    signature: own("signature").flatMap((words) => words.split("\n").map(sanitiseText)),
  };
}

function createServiceContent(kind: MailKind, locale: Locale, details: MailContext): MailContent {
  const { tells } = details;
  if (!isDecisionMail(kind) && !isGroupMail(kind)) return createLinkContent(kind, locale, details);
  if (tells && isGroupMail(kind)) return createGroupContent(locale, { ...details, tells });
  if (tells && isDecisionMail(kind)) return createDecisionContent(kind, locale, { ...details, tells });
  throw new Error(`A message of kind ${kind} has nothing to tell.`);
}
