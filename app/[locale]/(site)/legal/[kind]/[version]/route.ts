import { isDatabaseUnavailable } from "@/lib/platform/errors";
import { findLegalVersion } from "@/lib/school/legal";

type Context = { params: Promise<{ locale: string; kind: string; version: string }> };

/** The stored bytes: their SHA-256 is on the receipts. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { locale, kind, version } = await params;
  try {
    const legalText = await findLegalVersion(kind, version, locale);
    if (!legalText) return new Response(null, { status: 404 });
    return new Response(legalText.text, { headers: { "content-type": "text/plain; charset=utf-8" } });
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return new Response(null, { status: 503 });
  }
}
