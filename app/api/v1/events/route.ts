import { contract } from "@/app/api/v1/contract";
import { getKeyScope } from "@/app/api/v1/key-scope";
import { handle } from "@/lib/api/handle";
import { listEvents } from "@/lib/events/queries";

export const GET = handle(contract.listEvents, ({ key, query }) => listEvents(query, getKeyScope(key)));
