import { isDatabaseAway } from "@/lib/errors";
import { type Locale, locales } from "@/lib/i18n/locales";
import { keptText } from "@/lib/school/legal";

type Context = { params: Promise<{ locale: string; kind: string; version: string }> };

/** A version as it is kept, byte for byte: its SHA-256 is the one that receipts tell. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { locale, kind, version } = await params;
  try {
    const known = locales.includes(locale as Locale) && /^[1-9]\d{0,5}$/.test(version);
    const found = known && (await keptText(kind, Number(version), locale as Locale));
    if (!found) return new Response(null, { status: 404 });
    return new Response(found.text, { headers: { "content-type": "text/plain; charset=utf-8" } });
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    return new Response(null, { status: 503 });
  }
}
