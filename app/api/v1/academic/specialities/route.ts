import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { listSpecialities } from "@/lib/catalogue/queries";

export const GET = handle(contract.listSpecialities, ({ query }) => listSpecialities(query.school_year_id));
