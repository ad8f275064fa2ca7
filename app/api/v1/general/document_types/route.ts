import { contract } from "@/lib/api/contract";
import { handle } from "@/lib/api/handle";
import { listDocumentTypes } from "@/lib/reference/queries";

export const GET = handle(contract.listDocumentTypes, listDocumentTypes);
