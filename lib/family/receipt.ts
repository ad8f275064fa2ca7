import { type AcceptedText, acceptedTextColumns, toAcceptedText } from "@/lib/enrollment/terms";
import { whereVisibleTo } from "@/lib/people/accounts/access";
import { prisma } from "@/lib/platform/prisma";
import { getSettings } from "@/lib/school/settings";

/** What somebody accepted with an enrollment, as they can show it to anybody. */
export type ConsentReceipt = {
  controller: { name: string; email: string; phone: string; address: string };
  accepted_by: string;
  on_behalf_of: string;
  reference: string;
  terms_url: string;
  terms_text: AcceptedText | null;
  accepted_at: string;
  /** Where: the school's form, another application, on paper, the link of a second guardian. */
  channel: "form" | "api" | "desk" | "link";
  /** Of the text; of a page elsewhere that of whoever accepted it. */
  language: string;
  /** How to take it back. */
  withdraw: { email: string; phone: string };
};

const named = { id: true, name: true, surname: true } as const;

/**
 * The receipt of a person's own acceptance; nobody sees another's.
 * @returns undefined where they accepted nothing
 */
export async function readConsentReceipt(
  personId: string,
  reference: string,
): Promise<ConsentReceipt | undefined> {
  const row = await acceptedIn(personId, reference);
  const accepted = row && findAcceptance(row, personId);
  if (!accepted) return;
  const school = await getSettings();
  const { contact_email: email, contact_phone: phone } = school;
  return {
    controller: { name: school.school_name, email, phone, address: school.contact_address },
    accepted_by: nameOf(accepted.person),
    on_behalf_of: nameOf(row.student),
    reference,
    terms_url: accepted.url,
    terms_text: toAcceptedText(accepted.text),
    accepted_at: accepted.at.toISOString(),
    channel: accepted.channel,
    language: accepted.text?.locale ?? accepted.locale,
    withdraw: { email, phone },
  };
}

const acceptedIn = (personId: string, reference: string) =>
  prisma().enrollment.findFirst({
    where: { reference, ...whereVisibleTo(personId) },
    select: {
      termsUrl: true,
      termsText: acceptedTextColumns,
      termsAcceptedAt: true,
      source: true,
      locale: true,
      student: {
        select: {
          ...named,
          guardians: { where: { position: 1 }, select: { guardian: { select: named } } },
        },
      },
      consents: {
        where: { personId },
        select: {
          termsUrl: true,
          termsText: acceptedTextColumns,
          acceptedAt: true,
          locale: true,
          person: { select: named },
        },
      },
    },
  });

type Row = NonNullable<Awaited<ReturnType<typeof acceptedIn>>>;

/** Whoever sent the enrollment accepted with it; a second guardian with an answer of their own. */
function findAcceptance({ student, consents, ...sent }: Row, personId: string) {
  const sender = student.guardians[0]?.guardian ?? student;
  if (sender.id === personId) {
    const { termsUrl: url, termsText: text, termsAcceptedAt: at, locale, source: channel } = sent;
    return { person: sender, url, text, at, locale, channel };
  }
  const [own] = consents;
  if (!own) return;
  return {
    person: own.person,
    url: own.termsUrl,
    text: own.termsText,
    at: own.acceptedAt,
    locale: own.locale,
    channel: "link" as const,
  };
}

const nameOf = ({ name, surname }: { name: string | null; surname: string | null }) =>
  [name, surname].filter(Boolean).join(" ");
