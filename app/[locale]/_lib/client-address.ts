import { headers } from "next/headers";
import { markRequestReached } from "@/lib/platform/page-request";

/** Who asks, for limits; `server.ts` puts the judged address here, whatever the browser claims. */
export async function getClientAddress(): Promise<string> {
  markRequestReached();
  return (await headers()).get("x-forwarded-for") ?? "";
}
