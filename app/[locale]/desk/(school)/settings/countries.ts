import { countryCodes } from "@/lib/reference/countries";

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

const namesIn = (locale: string) => new Intl.DisplayNames([locale], { type: "region" });

/** Names in alphabetical order. */
export function formatCountries(codes: string[], locale: string): string[] {
  const names = namesIn(locale);
  return codes
    .map((code) => names.of(code.toUpperCase()) ?? code)
    .sort((one, other) => one.localeCompare(other, locale));
}

/** Names or codes, separated by lines or commas; returns the first unknown one. */
export function parseCountries(typed: string, locale: string): { codes: string[]; unknown?: string } {
  const names = namesIn(locale);
  const known = new Map(
    countryCodes.flatMap(
      (code) =>
        [
          [code, code],
          [folded(names.of(code.toUpperCase()) ?? code), code],
        ] as const,
    ),
  );
  const wanted = typed.split(/[\n,;]/).filter((name) => name.trim() !== "");
  const unknown = wanted.find((name) => !known.has(folded(name)))?.trim();
  const codes = new Set(wanted.flatMap((name) => known.get(folded(name)) ?? []));
  return { codes: [...codes], ...(unknown !== undefined && { unknown }) };
}
