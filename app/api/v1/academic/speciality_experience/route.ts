import { contract } from "@/lib/api/contract";
import { handle } from "@/lib/api/handle";
import { listExperienceOptions } from "@/lib/reference/queries";

export const GET = handle(contract.listExperienceOptions, listExperienceOptions);
