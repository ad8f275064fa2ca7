import { contract } from "@/lib/api/contract";
import { handle } from "@/lib/api/handle";
import { countries } from "@/lib/reference/queries";

export const GET = handle(contract.listCountries, countries);
