import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { referenceData } from "@/lib/school/queries";

export const GET = handle(contract.listExperienceOptions, referenceData.listExperienceOptions);
