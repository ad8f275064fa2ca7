import { hasPermission, type Permission } from "@/lib/people/staff/permissions";
import { getStaffSession } from "./session";

/** The actor of an open session with the permission. */
export async function getFileActor(right: Permission) {
  const session = await getStaffSession();
  return session?.stage === "open" && hasPermission(session.actor, right) ? session.actor : undefined;
}

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Streams a download. */
export function createFileResponse(
  pieces: AsyncGenerator<Uint8Array>,
  format: string,
  name: string,
): Response {
  const xlsx = format === "xlsx";
  return new Response(streamOf(pieces), {
    headers: {
      "Content-Type": xlsx ? XLSX : "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.${xlsx ? "xlsx" : "csv"}"`,
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
