import type { NextRequest } from "next/server";
import { createFileResponse } from "@/app/[locale]/desk/_lib/file-response";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { getStaffSession } from "@/app/[locale]/desk/_lib/session";
import { exportYear } from "@/lib/desk/catalogue/queries";
import { hasPermission } from "@/lib/people/staff/permissions";

/** A year's catalogue as a workbook, for administrators; 404 for others. */
export async function GET({ nextUrl: { searchParams } }: NextRequest) {
  const session = await getStaffSession();
  const { year } = await getSelectedYear(searchParams.get("year") ?? undefined);
  const isOpen = session?.stage === "open" && hasPermission(session.actor, "change_settings");
  const file = isOpen && year && (await exportYear(session.actor, year.id));
  if (!file) return new Response(null, { status: 404 });
  return createFileResponse(file.pieces, "xlsx", `catalogo-${file.year.replace("/", "-")}`);
}
