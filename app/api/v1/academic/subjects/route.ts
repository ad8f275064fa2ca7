import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { listSubjects } from "@/lib/catalogue/queries";

export const GET = handle(contract.listSubjects, ({ query }) => listSubjects(query.school_year_id));
