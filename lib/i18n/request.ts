import { headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { requestReached } from "@/lib/platform/page-answer";
import { PATHNAME, splitPath } from "./paths";

/** Next's own file for next-intl: a page's language, which its address tells, and its words. */
export default getRequestConfig(async () => {
  requestReached();
  const { locale } = splitPath((await headers()).get(PATHNAME) ?? "/");
  const { errors, fieldErrors, mail, copy, refusals, ...messages } = (
    await import(`./messages/${locale}.json`)
  ).default;
  return {
    locale,
    messages,
    timeZone: "UTC",
    formats: { number: { integer: { maximumFractionDigits: 0 } } },
  };
});
