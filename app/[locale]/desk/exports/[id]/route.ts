import type { NextRequest } from "next/server";
import { readOwnExport } from "@/lib/desk/export/verbs";
import { hasPermission } from "@/lib/people/staff/permissions";
import { fileAnswer } from "../../file-answer";
import { currentStaff } from "../../session";

/** A finished file, for its maker alone; for all others there is nothing here. */
export async function GET(_: NextRequest, { params }: RouteContext<"/[locale]/desk/exports/[id]">) {
  const session = await currentStaff();
  const mine = session?.stage === "open" && hasPermission(session.actor, "export_list");
  const file = mine ? await readOwnExport(session.actor, (await params).id, new Date()) : undefined;
  return file ? fileAnswer(file.pieces, file.format, "solicitudes") : new Response(null, { status: 404 });
}
