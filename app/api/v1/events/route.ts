import { contract } from "@/app/api/v1/contract";
import { sightOf } from "@/app/api/v1/sight";
import { handle } from "@/lib/api/handle";
import { listEvents } from "@/lib/events/list-events";

export const GET = handle(contract.listEvents, ({ key, query }) => listEvents(query, sightOf(key)));
