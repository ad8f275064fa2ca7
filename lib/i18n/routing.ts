import { defineRouting } from "next-intl/routing";
import { locales } from "./locales";

/** Spanish has no prefix: `/enroll`, `/ca/enroll`, `/en/enroll`. The family chooses, nothing is guessed. */
export const routing = defineRouting({
  locales,
  defaultLocale: locales[0],
  localePrefix: "as-needed",
  localeDetection: false,
  localeCookie: false,
});
