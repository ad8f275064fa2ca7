/** Fills `{name}` in texts from the server with values that only the browser knows. */
export const fillText = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);

/** Leaves `{name}` in a text, to be filled by the browser. */
export const keepPlaceholders = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, `{${name}}`])) as Record<Name, string>;
