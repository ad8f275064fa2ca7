import type { ClientBase } from "pg";

/** The first release's schema in one script. */
export const INITIAL = "20261123000000_initial";

/** What led there before it was one script, step by step. */
export const FORMER = [
  "20261121000000_initial",
  "20261121020000_mail_and_accounts",
  "20261121030000_drafts",
  "20261121031500_test_keys",
  "20261121224620_desk_staff",
  "20261121224840_decision_states",
  "20261121224850_decisions",
  "20261121225000_refuse_without_data",
  "20261121225600_school_seconds",
  "20261121230100_key_names_again",
  "20261121232000_known_devices",
  "20261121234000_mail_hold",
  "20261121235224_service_keys",
  "20261122020208_siblings",
  "20261122020214_told_changes",
  "20261122020217_families",
  "20261122021500_privacy",
  "20261122021826_bulk_and_exports",
  "20261122022635_events",
  "20261122022900_worker_beats",
  "20261122023806_family_requests",
  "20261122024332_webhooks",
  "20261122051526_continue_draft",
  "20261122052901_not_me_reason",
  "20261122053113_events_term",
  "20261122054149_new_email",
  "20261122054304_sandboxes",
  "20261122054706_desk_source",
  "20261122054707_paper",
  "20261122055526_sandbox_clock_and_browsers",
  "20261122060253_legal_texts",
  "20261122085041_reasons_kept",
  "20261122090701_school_logo",
  "20261122091851_correction_mail",
  "20261122115200_mail_events_of_each",
  "20261122122100_bulk_rows_once",
];

/**
 * Whether the database has the first release's schema from the steps that led there: then the one script is
 * noted as applied, and not run.
 *
 * @throws Error in words when it has some of the steps and not all: this build does not know the others
 */
export async function holdsFirstRelease(database: ClientBase): Promise<boolean> {
  const { rows } = await database.query<{ name: string }>(
    `select distinct migration_name as name from _prisma_migrations
     where migration_name = any($1) and finished_at is not null and rolled_back_at is null`,
    [FORMER],
  );
  if (rows.length === 0) return false;
  if (rows.length === FORMER.length) return true;
  throw new Error(
    `The database has ${rows.length} of the ${FORMER.length} steps to the first release. Start the version of commit 2ffbb2d on it once, then this one. Nothing was changed.`,
  );
}
