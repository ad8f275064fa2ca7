import type { Locale } from "@/lib/i18n/locales";
import { decisionContent } from "./decision-content";
import { groupContent } from "./group-content";
import { isToGroup, type MailKind, tellsDecision } from "./kinds";
import { linkContent } from "./link-content";
import { namesIn } from "./names";
import { harmless, type MailContent, type MailDetails } from "./parts";
import { ownWords } from "./sentences";

/** The words of a message for its reader, the school's own among them. @throws Error when its details lack what its kind speaks of */
export function mailContent(kind: MailKind, locale: Locale, details: MailDetails): MailContent {
  const { name } = namesIn(details, locale).inBody;
  const content = serviceWords(kind, locale, details);
  const own = (at: "greeting" | "next" | "signature") =>
    ownWords(details.school.sentences ?? {}, kind, locale, at);
  const [greeting] = own("greeting").filter((words) => name || !words.includes("{name}"));
  const { next } = content;
  return {
    ...content,
    greeting: greeting?.replace("{name}", () => name) ?? content.greeting,
    next: next && { ...next, steps: [...next.steps, ...own("next").map(harmless)] },
    signature: own("signature").flatMap((words) => words.split("\n").map(harmless)),
  };
}

function serviceWords(kind: MailKind, locale: Locale, details: MailDetails): MailContent {
  const { tells } = details;
  if (!tellsDecision(kind) && !isToGroup(kind)) return linkContent(kind, locale, details);
  if (tells && isToGroup(kind)) return groupContent(locale, { ...details, tells });
  if (tells && tellsDecision(kind)) return decisionContent(kind, locale, { ...details, tells });
  throw new Error(`A message of kind ${kind} has nothing to tell.`);
}
