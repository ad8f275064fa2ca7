import { respondWithFile } from "@/app/[locale]/_lib/with-unavailable-page";
import { readPublicList } from "@/lib/admission/queries";

export const dynamic = "force-dynamic";

/** The frozen list, byte for byte: its SHA-256 is on the round's page (admission 3). */
export async function GET(
  _: Request,
  { params }: RouteContext<"/admission/[code]/list.csv">,
): Promise<Response> {
  const { code } = await params;
  return respondWithFile(async () => {
    const list = await readPublicList(code);
    if (list === undefined) return;
    return new Response(list, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="list.csv"',
        "x-robots-tag": "noindex",
        "cache-control": "no-store", // an erasure changes the list
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      },
    });
  });
}
