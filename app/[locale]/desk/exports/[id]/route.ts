import type { NextRequest } from "next/server";
import { ownFile } from "@/lib/office/export/request";
import { may } from "@/lib/people/staff/rights";
import { currentStaff } from "../../session";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A finished file, for its maker alone; for all others there is nothing here. */
export async function GET(_: NextRequest, { params }: RouteContext<"/[locale]/desk/exports/[id]">) {
  const session = await currentStaff();
  const mine = session?.stage === "open" && may(session.actor, "export_list");
  const file = mine ? await ownFile(session.actor, (await params).id, new Date()) : undefined;
  if (!file) return new Response(null, { status: 404 });
  const xlsx = file.format === "xlsx";
  return new Response(streamOf(file.pieces), {
    headers: {
      "Content-Type": xlsx ? XLSX : "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="solicitudes.${xlsx ? "xlsx" : "csv"}"`,
      "Cache-Control": "no-store",
    },
  });
}

function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
