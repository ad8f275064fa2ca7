import { hasPermission, type Permission } from "@/lib/people/staff/permissions";
import { getStaffSession } from "./session";

/** The actor of an open session with the permission. */
export async function getFileActor(permission: Permission) {
  const session = await getStaffSession();
  return session?.stage === "open" && hasPermission(session.actor, permission) ? session.actor : undefined;
}

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Streams a download. */
export function createFileResponse(
  chunks: AsyncGenerator<Uint8Array>,
  format: string,
  name: string,
): Response {
  const isXlsx = format === "xlsx";
  return new Response(toStream(chunks), {
    headers: {
      "Content-Type": isXlsx ? XLSX : "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.${isXlsx ? "xlsx" : "csv"}"`,
      "Cache-Control": "no-store",
    },
  });
}

function toStream(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
