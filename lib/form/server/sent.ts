import type { CreatedEnrollments } from "@/lib/enrollment/registered";
import { toEmailKey, maskEmail } from "@/lib/mail/addresses";
import { setupKinds } from "@/lib/mail/kinds";
import type { Day } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import type { SentSummary } from "./draft";
import type { FormFlow } from "./form-flow";

/** What is told of what was sent. What another tab has sent first is told as it is stored: it may be other children. */
export async function createSentSummary(created: CreatedEnrollments, flows: FormFlow[], answerBy: Day): Promise<SentSummary> {
  const references = [created.reference, ...created.more];
  const emails = flows.flatMap(recipientsOf);
  const told = created.replayed
    ? await asStored(references, emails)
    : toldOf(
        references,
        flows.map(({ answers }) => String(answers.student_name)),
        emails,
      );
  const names = flows[0]?.branch === "minor" ? told.names : [];
  return { ...told, by: firstNameIn(flows[0]), names, answerBy };
}

function toldOf([reference = "", ...more]: string[], names: string[], emails: string[]) {
  const children = [reference, ...more].map((one, at) => ({ name: names[at] ?? "", reference: one }));
  return {
    reference,
    ...(more.length > 0 && { children }),
    names: children.map(({ name }) => name),
    recipients: [...new Set(emails.map(maskEmail))],
  };
}

/** @param answered addresses in the family's own answers: another guardian's is shown to nobody who did not give it */
async function asStored(references: string[], answered: string[]) {
  const given = new Set(answered.map(toEmailKey));
  const rows = await prisma().enrollment.findMany({
    where: { reference: { in: references } },
    select: {
      reference: true,
      student: { select: { name: true } },
      mailMessages: {
        where: { kind: { in: setupKinds } },
        orderBy: { kind: "asc" },
        select: { kind: true, person: { select: { email: true } } },
      },
    },
  });
  const sent = references.flatMap((reference) => rows.find((row) => row.reference === reference) ?? []);
  return toldOf(
    references,
    sent.map(({ student }) => student.name ?? ""),
    sent
      .flatMap(({ mailMessages }) => mailMessages)
      .filter(({ kind, person }) => kind !== "second_guardian" || given.has(toEmailKey(person.email)))
      .map(({ person }) => person.email),
  );
}

/** Who has filled in. */
const firstNameIn = (flow: FormFlow | undefined) =>
  String((flow?.branch === "minor" ? flow.answers.guardian_name : flow?.answers.student_name) ?? "");

/** Who gets an e-mail, so that they know which mailbox to look in without showing the address. */
function recipientsOf({ answers }: FormFlow): string[] {
  const fields = ["guardian_email", "second_guardian_email", "student_email"] as const;
  return fields.flatMap((field) => {
    const email = answers[field];
    return typeof email === "string" ? [email] : [];
  });
}
