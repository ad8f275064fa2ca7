import { contract } from "@/lib/api/contract";
import { handle } from "@/lib/api/handle";
import { termsUrl } from "@/lib/reference/queries";

export const GET = handle(contract.getTermsUrl, termsUrl);
