import type { Prisma } from "@/generated/prisma/client";

type Statement = { text: string; values?: unknown[] };

/** Statements of our own on one connection: one of the pool, or the one that a transaction of Prisma's has. */
export type QueryRunner = {
  // biome-ignore lint/suspicious/noExplicitAny: as pg has it
  query: <Row = any>(
    statement: string | Statement,
    values?: unknown[],
  ) => Promise<{ rows: Row[]; rowCount: number | null }>;
};

/** The connection of a transaction, which refuses as pg does: with a code and a constraint. */
export const toQueryRunner = (tx: Prisma.TransactionClient): QueryRunner => ({
  query: async <Row>(statement: string | Statement, values: unknown[] = []) => {
    const { text, values: own } = typeof statement === "string" ? { text: statement, values } : statement;
    const rows = await tx.$queryRawUnsafe<Row[]>(text, ...(own ?? values)).catch(rethrowAsPgError);
    return { rows, rowCount: rows.length };
  },
});

type RawError = {
  meta?: {
    driverAdapterError?: {
      cause?: { originalCode?: string; originalMessage?: string; constraint?: { index?: string } };
    };
  };
};

/** What is raised by our own functions ends in its constraint (prisma/sql/functions/refuse_enrollment.sql). */
function rethrowAsPgError(error: RawError): never {
  const { originalCode, originalMessage, constraint } = error.meta?.driverAdapterError?.cause ?? {};
  if (!originalCode) throw error;
  const raised = constraint?.index ?? originalMessage?.split("known already: ")[1];
  throw Object.assign(error as Error, { code: originalCode, constraint: raised });
}
