import { getCountryOptions, getPrefixOptions } from "@/components/wizard/fields/select-options";
import type { StepFieldData } from "@/components/wizard/fields/step-field-data";
import { getNationalLengths, listCallingCodes } from "@/lib/reference/phone-numbers";
import type { Settings } from "@/lib/school/settings";

type CountryLists = Pick<StepFieldData, "countries" | "prefixes" | "phoneLengths">;

const cachedLists = new WeakMap<Settings, Map<string, CountryLists>>();

/** The school's countries and phone prefixes. Cached: sorting names is the slowest part of a page. */
export function getCountryLists(locale: string, settings: Settings): CountryLists {
  const byLocale = cachedLists.get(settings) ?? new Map<string, CountryLists>();
  cachedLists.set(settings, byLocale);
  const lists = byLocale.get(locale) ?? createCountryLists(locale, settings);
  byLocale.set(locale, lists);
  return lists;
}

function createCountryLists(locale: string, { supported_countries: countries }: Settings): CountryLists {
  const codes = listCallingCodes(countries);
  return {
    countries: getCountryOptions(countries, locale),
    prefixes: getPrefixOptions(codes, locale),
    phoneLengths: getNationalLengths(codes.map(({ prefix }) => prefix)),
  };
}
