import { headers } from "next/headers";
import { isDeskPath, PATHNAME_HEADER, splitPath } from "@/lib/i18n/locales";

/** The desk has its own layout. */
export async function isDeskRequest(): Promise<boolean> {
  return isDeskPath(splitPath((await headers()).get(PATHNAME_HEADER) ?? "/").path);
}
