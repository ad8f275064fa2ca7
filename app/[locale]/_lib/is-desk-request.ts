import { headers } from "next/headers";
import { isDeskPath, PATHNAME_HEADER, splitPath } from "@/lib/i18n/locales";

/** Whether the page that is asked for is the desk's, which has a frame of its own. */
export async function isDeskRequest(): Promise<boolean> {
  return isDeskPath(splitPath((await headers()).get(PATHNAME_HEADER) ?? "/").path);
}
