import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import type { CallingCode } from "./values";

/** How many digits the national numbers of some prefixes have. */
export function getNationalLengths(prefixes: readonly string[]): Record<string, number[]> {
  const metadata = new Metadata();
  return Object.fromEntries(
    prefixes.map((prefix) => {
      // Its types want a country; it takes calling codes as well, which several countries may share.
      metadata.selectNumberingPlan(prefix.slice(1) as CountryCode);
      return [prefix, metadata.numberingPlan?.possibleLengths() ?? []];
    }),
  );
}

/**
 * A national number as it is dialled from abroad: without a trunk zero, and without its own prefix where
 * that was typed once more. What is no number of that country, as far as is known, stays as it is.
 *
 * @param prefix such as `+44`
 * @param number digits
 */
export function toNationalNumber(prefix: string, number: string): string {
  const typedAgain = new RegExp(`^${prefix.slice(1)}`);
  const known = [number, number.replace(typedAgain, ""), number.replace(/^0/, "")] // a zero also where there is none
    .map((digits) => parsePhoneNumberFromString(`${prefix}${digits}`))
    .find((parsed) => parsed?.isValid());
  return known?.nationalNumber ?? number;
}

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
