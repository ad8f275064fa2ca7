import { hasLocale } from "next-intl";
import { getRequestConfig } from "next-intl/server";
import { routing } from "./routing";

/** Next's own file for next-intl: a page's language and its words. */
export default getRequestConfig(async ({ requestLocale }) => {
  const requested = await requestLocale;
  const locale = hasLocale(routing.locales, requested) ? requested : routing.defaultLocale;
  const { errors, fieldErrors, mail, ...messages } = (await import(`./messages/${locale}.json`)).default;
  return { locale, messages, timeZone: "UTC" };
});
