import { decideAndNotify } from "@/lib/decisions/verbs";
import { addLabel, addNote } from "@/lib/desk/labels/verbs";
import { sendEmailConfirmation } from "@/lib/mail/writes";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { findPersonByEmail } from "@/lib/privacy/queries";
import { anAdult } from "@/test/support/data/factories";
import { createEnrollment, createStaffActor } from "@/test/support/domain/decisions";

const actor = { kind: "command" } as const;
export const secretary = createStaffActor("secretary");
const memberId = secretary.kind === "staff" ? secretary.id : "";

/** The member who writes about the people. */
export const createSecretary = () =>
  prisma().staffMember.create({
    data: {
      ...{ id: memberId, role: "secretary", locale: "es", name: "Marta" },
      ...{ email: "m@school.example", emailKey: "m@school.example" },
    },
  });

/** Tables of the school, its staff, its integrators and the machine. */
export const tablesOfOthers = [
  ..."_prisma_migrations account_limits api_key_days api_keys audit_entries change_versions courses criteria degrees".split(
    " ",
  ),
  ..."draws events speciality_pictures round_places round_steps rounds".split(" "),
  ..."grading_systems idempotency_records legal_texts mail_events mail_pace mail_sentences reasons school_logos".split(
    " ",
  ),
  ..."saved_views school_years sent_drafts settings specialities staff_members staff_sessions subjects".split(
    " ",
  ),
  ..."syllabi webhook_attempts webhook_deliveries webhook_endpoints write_checks".split(" "),
];

export type ErasablePerson = { id: string; enrollmentId: string; reference: string };

/** Somebody of whom there is a row in every table that has something of people. */
export async function createErasablePerson(): Promise<ErasablePerson> {
  const body = anAdult();
  const reference = await createEnrollment(body);
  const id = (await findPersonByEmail(body.student_email)) as string;
  const { id: enrollmentId } = await prisma().enrollment.findUniqueOrThrow({ where: { reference } });
  const now = new Date();
  await addNote({ reference, note: "a note" }, secretary);
  await addLabel({ reference, label: `label of ${reference}` }, secretary);
  await decideAndNotify(
    { reference, to: "rejected", reason: "no_place", words: "words", tell: "held" },
    actor,
    now,
  );
  await prisma().account.create({ data: { personId: id, passwordHash: "x" } });
  await prisma().$transaction((tx) => sendEmailConfirmation(tx, id, "new@example.org", now));
  await prisma().correctionRequest.create({ data: { personId: id, askedById: id } });
  await prisma().disagreement.create({
    data: { enrollmentId, guardianId: id, words: "no", settledAt: now, settlement: "yes" },
  });
  await prisma().question.create({
    data: { enrollmentId, words: "w", answerBy: now, answer: "a", answeredAt: now, answeredById: id },
  });
  await prisma().paper.create({ data: { enrollmentId, signedBy: "Ada", signedOn: now } });
  await addToRound(enrollmentId, id);
  await prisma().export.create({
    data: {
      ...{ id: crypto.randomUUID(), memberId, filters: {}, sort: "newest" },
      format: "csv;",
      expiresAt: now,
    },
  });
  for (const [status, kind] of [
    ["done", "rejected"],
    ["draft", "label"],
  ] as const) {
    const bulkId = crypto.randomUUID();
    const rows = { create: { position: 1, enrollmentId, version: 0, outcome: "done" } };
    await prisma().bulkAction.create({ data: { id: bulkId, memberId, status, kind, input: {}, rows } });
  }
  return { id, enrollmentId, reference };
}

async function addToRound(enrollmentId: string, personId: string) {
  const { schoolYearId } = await prisma().enrollment.findUniqueOrThrow({ where: { id: enrollmentId } });
  const code = `round-${enrollmentId.slice(0, 8)}`;
  await prisma().round.create({ data: { code, name: code, schoolYearId }, select: { code: true } });
  const { id: roundId } = await prisma().round.findFirstOrThrow({ where: { code } });
  const words = { es: "a", ca: "b", en: "c" };
  const criterion = await prisma().criterion.create({
    data: { roundId, code: "resident", position: 1, points: 1, source: "claimed", ...words },
  });
  await prisma().merit.create({ data: { enrollmentId, criterionId: criterion.id } });
  await prisma().roundMove.create({ data: { roundId, enrollmentId, reason: "r" } });
  await prisma().objection.create({ data: { roundId, enrollmentId, personId, words: "w" } });
  const entry = { position: 1, points: 1, merits: [["resident", 1]], wishes: [[1, null]] };
  await prisma().roundEntry.create({ data: { roundId, enrollmentId, ...entry } });
}

export const TABLE = "coalesce(to_regclass('all_' || $1), to_regclass($1))";

/** The SQL condition for a person's rows of a table; `$1` is the person, `$2` the enrollment, `$3` its reference. */
export async function getRowCondition(table: string): Promise<string> {
  const byHand: Record<string, string> = {
    people: "id = $1",
    enrollments: "id = $2",
    labels: "id in (select label_id from enrollment_labels where enrollment_id = $2)",
    bulk_actions: "id in (select bulk_id from bulk_rows where enrollment_id = $2)",
    audit_values: "entry_id in (select id from audit_entries where object_id = $3)",
    exports: "true",
  };
  if (byHand[table]) return byHand[table];
  const { rows } = await getPool().query<{ column: string; of: string }>(
    `select a.attname as column, c.confrelid::regclass::text as of from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where c.contype = 'f' and c.conrelid = ${TABLE} and a.atttypid = 'uuid'::regtype
       and c.confrelid in ('all_people'::regclass, 'accounts'::regclass, 'all_enrollments'::regclass)`,
    [table],
  );
  const parts = rows.map(({ column, of }) => `${column} = ${of === "all_enrollments" ? "$2" : "$1"}`);
  if (parts.length === 0) throw new Error(`Say whose the rows of ${table} are, or that they are nobody's.`);
  return parts.join(" or ");
}
