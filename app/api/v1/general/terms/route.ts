import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { getTermsUrl } from "@/lib/school/queries";

export const GET = handle(contract.getTermsUrl, getTermsUrl);
