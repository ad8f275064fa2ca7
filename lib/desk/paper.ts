import { insertEntry, recorded } from "@/lib/audit/write-entry";
import { type Day, startOfDay } from "@/lib/dates";
import { createFromPaper } from "@/lib/enrollment/create-enrollment";
import type { Branch } from "@/lib/enrollment/fields";
import { documentKey } from "@/lib/enrollment/values";
import { AppError } from "@/lib/errors";
import type { Locale } from "@/lib/i18n/locales";
import { emailKey } from "@/lib/mail/addresses";
import { prisma } from "@/lib/prisma";
import { settings } from "@/lib/school/settings";
import { type Actor, demand } from "@/lib/staff/rights";
import { LIVE } from "@/lib/worlds";
import { enrollmentOf } from "./address";

type Paper = {
  branch: Branch;
  /** The form's answers, as the API would be sent them. */
  answers: Record<string, unknown>;
  signedBy: string;
  signedOn: Day;
  /** In which language the family is written to. */
  locale: Locale;
};

/** `taken`: the field, and the enrollment of whoever has it already. */
export type Entered = { reference: string } | { taken: { field: string; reference: string | undefined }[] };

/**
 * Enrolls what came on paper: the same rules, mails and answers as by the form. Who signed and when is kept
 * beside it; the terms were accepted on that day (desk 15).
 *
 * @throws AppError `validation_failed`
 */
export async function enterPaper(actor: Actor, paper: Paper): Promise<Entered> {
  demand(actor, "enroll_on_paper");
  const { branch, answers, signedBy, signedOn, locale } = paper;
  const { time_zone } = await settings();
  try {
    const { reference } = await createFromPaper(
      { ...answers, terms_and_conditions: true },
      branch,
      { source: "desk", locale },
      async (client, enrollment) => {
        await client.query(
          "insert into papers (enrollment_id, signed_by, signed_on, member_id) values ($1, $2, $3, $4)",
          [enrollment.id, signedBy, signedOn, actor.kind === "staff" ? actor.id : null],
        );
        await client.query("update enrollments set terms_accepted_at = $2 where id = $1", [
          enrollment.id,
          startOfDay(signedOn, time_zone),
        ]);
        await insertEntry(client, {
          actor: recorded(actor),
          action: "paper_entered",
          object: { kind: "enrollment", id: enrollment.reference },
          values: { signed_by: [null, signedBy], signed_on: [null, signedOn] },
        });
      },
    );
    return { reference };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "duplicate") throw error;
    return {
      taken: await Promise.all(error.issues.map(({ field }) => whose(field, String(answers[field])))),
    };
  }
}

async function whose(field: string, value: string) {
  const other = await prisma().person.findFirst({
    where: { sandboxId: LIVE, OR: [{ emailKey: emailKey(value) }, { documentKey: documentKey(value) }] },
    select: { id: true },
  });
  return { field, reference: other ? await enrollmentOf(other.id) : undefined };
}
