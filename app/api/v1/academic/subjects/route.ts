import { contract } from "@/app/api/v1/contract";
import { handle } from "@/lib/api/handle";
import { getYearList } from "@/lib/catalogue/queries";

export const GET = handle(contract.listSubjects, ({ query }) =>
  getYearList(query.school_year_id, "subjects"),
);
