import { locales } from "@/lib/i18n/locales";
import { getPool } from "@/lib/platform/database/prisma";
import { classifyDatabaseError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/logger";
import { type MailKind, mailKinds } from "./mail-kinds";
import { sendAlert } from "./pause";
import { previewMail } from "./prepare-message";

/**
 * Renders a sample of every kind in every language. Stores the failures for `/readyz` and logs them; sends an alert
 * when there was none before.
 * @throws the database's error while it is unavailable
 */
export async function checkRendering(): Promise<void> {
  const failure = await findRenderFailure();
  const { rows } = await getPool().query<{ before: string | null }>(
    `update mail_pace set render_failure = $1
     from (select render_failure as before from mail_pace for update) old
     where render_failure is distinct from $1 returning old.before`,
    [failure],
  );
  if (!failure) return;
  logger.error({ failure }, "E-MAILS CANNOT BE RENDERED: see docs/operations.md");
  if (rows[0]?.before !== null) return;
  await sendAlert(
    `A worker cannot render e-mails (${failure}). They wait; docs/operations.md says what to do.`,
  );
}

export async function storedRenderFailure(): Promise<string | undefined> {
  const { rows } = await getPool().query<{ failure: string | null }>(
    "select render_failure as failure from mail_pace",
  );
  return rows[0]?.failure ?? undefined;
}

/** The kinds that cannot be rendered, grouped by reason; null when all can. */
async function findRenderFailure(): Promise<string | null> {
  const kindsByReason = new Map<string, Set<MailKind>>();
  for (const kind of mailKinds)
    for (const locale of locales) {
      const reason = await previewMail(kind, locale).then(() => undefined, toReason);
      if (reason) kindsByReason.set(reason, new Set(kindsByReason.get(reason)).add(kind));
    }
  const failures = [...kindsByReason].map(([reason, kinds]) => `${[...kinds].join(", ")}: ${reason}`);
  return failures.length > 0 ? `cannot render ${failures.join("; ")}` : null;
}

function toReason(error: unknown): string {
  if (classifyDatabaseError(error)) throw error;
  return String(error).replace(/\s+/g, " ");
}
