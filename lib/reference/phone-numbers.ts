import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import type { CallingCode } from "./values";

/** The possible numbers of digits of national numbers, by prefix. */
export function getNationalLengths(prefixes: readonly string[]): Record<string, number[]> {
  const metadata = new Metadata();
  return Object.fromEntries(
    prefixes.map((prefix) => {
      // The types require a country, but it accepts calling codes too, which several countries may share.
      metadata.selectNumberingPlan(prefix.slice(1) as CountryCode);
      return [prefix, metadata.numberingPlan?.possibleLengths() ?? []];
    }),
  );
}

/**
 * A national number as dialled from abroad: without a trunk zero or a repeated prefix. A number that is not valid in
 * that country stays unchanged.
 * @param prefix such as `+44`
 * @param number digits
 */
export function toNationalNumber(prefix: string, number: string): string {
  const code = prefix.slice(1);
  const withoutCode = number.startsWith(code) ? number.slice(code.length) : number;
  const valid = [number, withoutCode, number.replace(/^0/, "")] // some type a trunk zero where there is none
    .map((digits) => parsePhoneNumberFromString(`${prefix}${digits}`))
    .find((parsed) => parsed?.isValid());
  return valid?.nationalNumber ?? number;
}

/** The main country of each prefix that several countries share. */
const MAIN = new Set(["us", "gb", "ru", "it", "no", "au", "ma", "fi", "fr", "gp", "re", "sh", "cw"]);

/** The phone prefixes of countries; territories without their own network have none. */
export function listCallingCodes(countries: readonly string[]): CallingCode[] {
  const byPrefix = new Map<string, string[]>();
  for (const country of countries) {
    const code = country.toUpperCase();
    if (!isSupportedCountry(code)) continue;
    const prefix = `+${getCountryCallingCode(code as CountryCode)}`;
    const sharing = byPrefix.get(prefix) ?? [];
    byPrefix.set(prefix, MAIN.has(country) ? [country, ...sharing] : [...sharing, country]);
  }
  return [...byPrefix].map(([prefix, sharing]) => ({ prefix, countries: sharing }));
}
