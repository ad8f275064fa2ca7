import { headers } from "next/headers";
import { requestReached } from "@/lib/platform/page-answer";

/** Who asks, for limits; `server.ts` puts the judged address here, whatever the browser claims. */
export async function requesterAddress(): Promise<string> {
  requestReached();
  return (await headers()).get("x-forwarded-for") ?? "";
}
