import type { NextRequest } from "next/server";
import { createFileResponse } from "@/app/[locale]/desk/_lib/file-response";
import { getStaffSession } from "@/app/[locale]/desk/_lib/session";
import { readOwnExport } from "@/lib/desk/export/verbs";
import { hasPermission } from "@/lib/people/staff/permissions";

/** For whoever requested it; 404 for others. */
export async function GET(_: NextRequest, { params }: RouteContext<"/[locale]/desk/exports/[id]">) {
  const session = await getStaffSession();
  const mine = session?.stage === "open" && hasPermission(session.actor, "export_list");
  const file = mine ? await readOwnExport(session.actor, (await params).id, new Date()) : undefined;
  return file
    ? createFileResponse(file.pieces, file.format, "solicitudes")
    : new Response(null, { status: 404 });
}
