import { type CountryCode, getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/min";
import type { CallingCode } from "./lists";

/** Who speaks for a prefix that several countries share. */
const LARGEST = new Set(["us", "gb", "ru", "it", "no", "au", "ma", "fi", "fr", "gp", "re", "sh", "cw"]);

/** The phone prefixes of some countries; territories without a network of their own have none. */
export function listCallingCodes(countries: readonly string[]): CallingCode[] {
  const byPrefix = new Map<string, string[]>();
  for (const country of countries) {
    const code = country.toUpperCase();
    if (!isSupportedCountry(code)) continue;
    const prefix = `+${getCountryCallingCode(code as CountryCode)}`;
    const sharing = byPrefix.get(prefix) ?? [];
    byPrefix.set(prefix, LARGEST.has(country) ? [country, ...sharing] : [...sharing, country]);
  }
  return [...byPrefix].map(([prefix, sharing]) => ({ prefix, countries: sharing }));
}
