import { createDownload } from "@/app/[locale]/(account)/_lib/download-response";
import { readConsentReceipt } from "@/lib/family/queries";

type Context = { params: Promise<{ reference: string }> };

export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { reference } = await params;
  return createDownload(`receipt-${reference}.json`, (personId) => readConsentReceipt(personId, reference));
}
