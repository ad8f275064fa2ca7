import { z } from "zod";
import { insertClaims } from "@/lib/admission/asked-merits";
import { createFromPaper, preparePaper } from "@/lib/enrollment/create-enrollment";
import { prepareReturning } from "@/lib/enrollment/enroll-again";
import { prepareSibling } from "@/lib/enrollment/enroll-sibling";
import type { PreparedEnrollment } from "@/lib/enrollment/insert-enrollment";
import { type Locale, locales } from "@/lib/i18n/locales";
import { insertAuditEntry, toRecordedActor } from "@/lib/people/audit";
import { defineLooseAction } from "@/lib/people/verb";
import { type Day, isDay, startOfDay } from "@/lib/platform/dates";
import { AppError } from "@/lib/platform/errors";
import { getSettings } from "@/lib/school/settings";
import { getSchoolToday } from "@/lib/school/today";
import type { ExistingFamily } from "./known";
import { type FieldConflict, findFieldConflict } from "./taken";

const paper = z.object({
  /** Of a family that is known; else of people who are new, with the form's branch. */
  known: z.custom<ExistingFamily>().optional(),
  branch: z.enum(["adult", "minor"]),
  /** The form's answers, as the API would be sent them. */
  answers: z.record(z.string(), z.unknown()),
  /** Codes of what the year's round asks (admission 2). */
  merits: z.array(z.string()).default([]),
  signedBy: z.string(),
  signedOn: z.custom<Day>((given) => typeof given === "string" && isDay(given)),
  /** In which language the family is written to. */
  locale: z.enum(locales),
});

type Paper = z.output<typeof paper>;

type PaperResult = { reference: string } | { taken: FieldConflict[] };

/**
 * Enrolls what came on paper: the same rules, mails and answers as by the form. Who signed and when is kept
 * beside it; the terms were accepted on that day (desk 15).
 *
 * @throws AppError `validation_failed`, `not_found` when the family that was known is gone
 */
export const enterPaper = defineLooseAction(
  "paper_entered",
  "enroll_on_paper",
  paper,
  async ({ actor }, paper): Promise<PaperResult> => {
    const { merits, signedBy, signedOn, locale } = paper;
    const [{ time_zone }, day] = await Promise.all([getSettings(), getSchoolToday()]);
    const origin = { source: "desk", locale } as const;
    try {
      const { reference } = await createFromPaper(
        () => preparedOf(paper, origin),
        origin,
        async (client, enrollment) => {
          await client.query(
            "insert into papers (enrollment_id, signed_by, signed_on, member_id) values ($1, $2, $3, $4)",
            [enrollment.id, signedBy, signedOn, actor.kind === "staff" ? actor.id : null],
          );
          await client.query("update enrollments set terms_accepted_at = $2 where id = $1", [
            enrollment.id,
            startOfDay(signedOn, time_zone),
          ]);
          if (merits.length > 0)
            await insertClaims(client, [{ reference: enrollment.reference, codes: merits }], day);
          await insertAuditEntry(client, {
            actor: toRecordedActor(actor),
            action: "paper_entered",
            object: { kind: "enrollment", id: enrollment.reference },
            values: { signed_by: [null, signedBy], signed_on: [null, signedOn] },
          });
        },
      );
      return { reference };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "duplicate") throw error;
      const taken = error.issues.map((issue) => findFieldConflict(issue, paper.answers, paper.known));
      return { taken: await Promise.all(taken) };
    }
  },
);

type PaperOrigin = { source: "desk"; locale: Locale };

function preparedOf({ known, branch, answers }: Paper, origin: PaperOrigin): Promise<PreparedEnrollment> {
  const submitted = { ...answers, terms_and_conditions: true };
  if (!known) return preparePaper(submitted, branch, origin);
  return known.how === "again"
    ? prepareReturning(known.studentId, submitted, origin)
    : prepareSibling(known.guardianId, submitted, origin);
}
