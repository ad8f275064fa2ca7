import { headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { markRequestReached } from "@/lib/platform/page-request";
import { PATHNAME_HEADER, splitPath } from "./locales";

/** The configuration of next-intl for a request: the language, from the path, and its messages. */
export default getRequestConfig(async () => {
  markRequestReached();
  const { locale } = splitPath((await headers()).get(PATHNAME_HEADER) ?? "/");
  return {
    locale,
    messages: (await import(`./messages/${locale}.json`)).default,
    timeZone: "UTC",
    formats: { number: { integer: { maximumFractionDigits: 0 } } },
  };
});
