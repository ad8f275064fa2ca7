import { readCatalogue } from "@/lib/catalogue/files/stored-catalogue";
import {
  type Catalogue,
  getRowLabel,
  type TableName,
  tableNames,
  tables,
} from "@/lib/catalogue/files/tables";
import { listAllReasons } from "@/lib/decisions/reasons";
import { readFilterOptions } from "@/lib/desk/list/queries";
import type { Locale } from "@/lib/i18n/locales";
import type { AuditLogEntry } from "@/lib/people/audit-log";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";

/**
 * Names for the identifiers in audit entries: staff and people by id (an erased person's is empty), specialities and
 * syllabi (`speciality/3`), school years (`school_year/7`), reasons (`reason/no_place`), labels (`label/2`), and for
 * catalogue entries the rows (`subjects/12`) and referenced rows (`degree_id/2`).
 */
export async function readAuditNames(
  actor: Actor,
  members: { id: string; name: string }[],
  entries: Pick<AuditLogEntry, "objectKind" | "objectId">[],
  locale: Locale,
): Promise<Map<string, string>> {
  requirePermission(actor, "read");
  const hasCatalogueEntries = entries.some(({ objectKind }) => objectKind === "catalogue");
  const where = { id: { in: entries.flatMap((row) => (row.objectKind === "person" ? row.objectId : [])) } };
  const [{ specialities, syllabi, labels }, years, reasons, people, catalogue] = await Promise.all([
    readFilterOptions(actor, undefined),
    prisma().schoolYear.findMany({ select: { id: true, year: true } }),
    listAllReasons(),
    prisma().person.findMany({ where, select: { id: true, name: true, surname: true } }),
    hasCatalogueEntries ? readCatalogue() : undefined,
  ]);
  return new Map([
    ...members.map(({ id, name }) => [id, name] as const),
    ...people.map(({ id, name, surname }) => [id, [name, surname].filter(Boolean).join(" ")] as const),
    ...years.map(({ id, year }) => [`school_year/${id}`, year] as const),
    ...reasons.map((reason) => [`reason/${reason.code}`, reason[locale]] as const),
    ...labels.map(({ id, name }) => [`label/${id}`, name] as const),
    ...specialities.map(({ id, name }) => [`speciality/${id}`, name] as const),
    ...syllabi.map(({ id, name }) => [`syllabus/${id}`, name] as const),
    ...(catalogue ? tableNames.flatMap((table) => listRowNames(catalogue, table)) : []),
  ]);
}

/** A table's row names, also under each column of other tables that references them. */
function listRowNames(catalogue: Catalogue, table: TableName): [string, string][] {
  const columns = Object.values(tables).flatMap(({ references }) =>
    Object.entries(references).flatMap(([column, to]) => (to === table ? [column] : [])),
  );
  return [...catalogue[table]].flatMap(([key, row]) => {
    const label = getRowLabel(catalogue, table, row);
    return [table, ...new Set(columns)].map((name): [string, string] => [`${name}/${key}`, label]);
  });
}
