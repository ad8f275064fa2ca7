import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { listSyllabi } from "@/lib/catalogue/queries";

export const GET = handle(contract.listSyllabi, ({ query }) => listSyllabi(query.school_year_id));
