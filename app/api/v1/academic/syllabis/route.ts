import { contract } from "@/lib/api/contract";
import { handle } from "@/lib/api/handle";
import { listSyllabi } from "@/lib/catalogue/queries";

export const GET = handle(contract.listSyllabi, ({ query }) => listSyllabi(query.school_year_id));
