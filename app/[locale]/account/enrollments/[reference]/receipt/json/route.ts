import { readConsentReceipt } from "@/lib/family/queries";
import { asFile } from "../../../../as-file";

type Context = { params: Promise<{ reference: string }> };

/** The receipt as a file. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { reference } = await params;
  return asFile(`receipt-${reference}.json`, (personId) => readConsentReceipt(personId, reference));
}
