import type { NextRequest } from "next/server";
import { createFileResponse, getFileActor } from "@/app/[locale]/desk/_lib/file-response";
import { readOwnExport } from "@/lib/desk/export/queries";

/** For the member who requested it; 404 for others. */
export async function GET(_: NextRequest, { params }: RouteContext<"/[locale]/desk/exports/[id]">) {
  const actor = await getFileActor("export_list");
  const file = actor && (await readOwnExport(actor, (await params).id, new Date()));
  return file
    ? createFileResponse(file.pieces, file.format, "solicitudes")
    : new Response(null, { status: 404 });
}
