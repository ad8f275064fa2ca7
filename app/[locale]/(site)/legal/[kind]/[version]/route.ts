import { respondWithFile } from "@/app/[locale]/_lib/with-unavailable-page";
import { findLegalVersion } from "@/lib/school/legal";

type Context = { params: Promise<{ locale: string; kind: string; version: string }> };

/** The stored bytes: their SHA-256 is on the receipts. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { locale, kind, version } = await params;
  return respondWithFile(async () => {
    const legalText = await findLegalVersion(kind, version, locale);
    return (
      legalText && new Response(legalText.text, { headers: { "content-type": "text/plain; charset=utf-8" } })
    );
  });
}
