import type { NextRequest } from "next/server";
import { fileAnswer } from "@/app/[locale]/desk/file-answer";
import { exportYear } from "@/lib/desk/catalogue/queries";
import { hasPermission } from "@/lib/people/staff/permissions";
import { deskYear } from "../../desk-year";
import { currentStaff } from "../../session";

/** A year's catalogue as a workbook, for an administrator; for all others there is nothing here. */
export async function GET({ nextUrl: { searchParams } }: NextRequest) {
  const session = await currentStaff();
  const { year } = await deskYear(searchParams.get("year") ?? undefined);
  const isOpen = session?.stage === "open" && hasPermission(session.actor, "change_settings");
  const file = isOpen && year && (await exportYear(session.actor, year.id));
  if (!file) return new Response(null, { status: 404 });
  return fileAnswer(file.pieces, "xlsx", `catalogo-${file.year.replace("/", "-")}`);
}
