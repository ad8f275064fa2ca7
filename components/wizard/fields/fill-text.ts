/** Words from the server with what only the browser knows in the places of `{name}`. */
export const fillText = (words: string, values: Record<string, string>): string =>
  words.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);

/** The values that keep the places of their names open. */
export const keepPlaceholders = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, `{${name}}`])) as Record<Name, string>;
