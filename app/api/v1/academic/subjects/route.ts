import { contract } from "@/lib/api/contract";
import { handle } from "@/lib/api/handle";
import { listSubjects } from "@/lib/catalogue/queries";

export const GET = handle(contract.listSubjects, ({ query }) => listSubjects(query.school_year_id));
