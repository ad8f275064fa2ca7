import type { NextRequest } from "next/server";
import { getStaffSession, redirectTo } from "@/app/[locale]/desk/_lib/session";
import { exportForRequest } from "@/lib/desk/data/verbs";
import { PermissionError } from "@/lib/people/staff/permissions";
import { createDataExport } from "@/lib/privacy/data-copy/readable-copy";

/** For administrators, who may have to enter their password again; 404 for others. */
export async function GET(
  _: NextRequest,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const session = await getStaffSession();
  const notFound = new Response(null, { status: 404 });
  if (session?.stage !== "open") return notFound;
  const id = Number(/^\d{1,9}$/.exec((await params).id)?.[0] ?? 0);
  const copy = await exportForRequest({ request: id }, session.actor).catch((error) => {
    if (!(error instanceof PermissionError)) throw error;
    if (error.code === "password_needed")
      return redirectTo(`/desk/password?to=${encodeURIComponent(`/desk/data/${id}`)}`);
  });
  if (!copy) return notFound;
  return new Response(await createDataExport(copy), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="data-${id}.zip"`,
      "Cache-Control": "no-store",
    },
  });
}
