import { foldText } from "@/lib/platform/text";
import { countryCodes } from "@/lib/reference/countries";

const normalise = (text: string) => foldText(text).trim();

const createCountryNames = (locale: string) => new Intl.DisplayNames([locale], { type: "region" });

/** Names in alphabetical order. */
export function formatCountries(codes: string[], locale: string): string[] {
  const names = createCountryNames(locale);
  return codes.map((code) => names.of(code.toUpperCase()) ?? code).sort((a, b) => a.localeCompare(b, locale));
}

/** Names or codes, separated by lines or commas; returns the first unknown one. */
export function parseCountries(input: string, locale: string): { codes: string[]; unknown?: string } {
  const names = createCountryNames(locale);
  const codesByName = new Map(
    countryCodes.flatMap(
      (code) =>
        [
          [code, code],
          [normalise(names.of(code.toUpperCase()) ?? code), code],
        ] as const,
    ),
  );
  const requestedNames = input.split(/[\n,;]/).filter((name) => name.trim() !== "");
  const unknown = requestedNames.find((name) => !codesByName.has(normalise(name)))?.trim();
  const codes = new Set(requestedNames.flatMap((name) => codesByName.get(normalise(name)) ?? []));
  return { codes: [...codes], ...(unknown !== undefined && { unknown }) };
}
