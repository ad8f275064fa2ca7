import type { NextRequest } from "next/server";
import { createFileResponse, getFileActor } from "@/app/[locale]/desk/_lib/file-response";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { exportYear } from "@/lib/desk/catalogue/queries";

/** A year's catalogue as a workbook, for administrators; 404 for others. */
export async function GET({ nextUrl: { searchParams } }: NextRequest) {
  const actor = await getFileActor("change_settings");
  const { year } = await getSelectedYear(searchParams.get("year") ?? undefined);
  const file = actor && year && (await exportYear(actor, year.id));
  if (!file) return new Response(null, { status: 404 });
  return createFileResponse(file.pieces, "xlsx", `catalogo-${file.year.replace("/", "-")}`);
}
