export const cn = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(" ");
