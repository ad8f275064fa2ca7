import { contract } from "@/app/api/v1/contract";
import { sightOf } from "@/app/api/v1/sight";
import { handle } from "@/lib/api/handle";
import { listEnrollments } from "@/lib/enrollment/list-enrollments";

export const GET = handle(contract.listEnrollments, ({ key, query }) => listEnrollments(query, sightOf(key)));
