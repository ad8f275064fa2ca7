import { headers } from "next/headers";
import { markRequestReached } from "@/lib/platform/page-request";

/** For rate limits. Set by `server.ts`; the browser cannot forge it. */
export async function getClientAddress(): Promise<string> {
  markRequestReached();
  return (await headers()).get("x-forwarded-for") ?? "";
}
