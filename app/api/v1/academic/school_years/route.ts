import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { listSchoolYears } from "@/lib/catalogue/queries";

export const GET = handle(contract.listSchoolYears, () => listSchoolYears());
