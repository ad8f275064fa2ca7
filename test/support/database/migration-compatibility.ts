/** A statement that breaks the previous version, with the reason. */
export type IncompatibleStatement = { statement: string; why: string };

const RULES: [RegExp, string][] = [
  [/^drop (table|view|function|trigger|schema|type)\b/, "the version before still uses it"],
  [/^alter table .*\bdrop column\b/, "the version before still writes it"],
  [/^alter table .*\brename\b|^alter (type|table) .*\brename\b/, "the version before knows the old name"],
  [/^alter table .*\balter column \S+ (set data )?type\b/, "the version before writes the old type"],
  [/^alter table .*\bset not null\b/, "the version before may leave it out"],
  [/^alter table .*\bdrop default\b/, "the version before leaves it out"],
  [/^alter table .*\badd constraint\b/, "the version before may write what it refuses"],
  [/^create unique index\b/, "the version before may write what it refuses"],
  [/^(truncate|delete)\b/, "data would be gone after going back"],
];

/** Statements that violate expand-and-contract; new tables are exempt. */
export function findIncompatibleStatements(script: string): IncompatibleStatement[] {
  const statements = splitStatements(script);
  const created = new Set(
    statements.flatMap((text) => /^create table (?:if not exists )?(\S+)/.exec(text)?.[1] ?? []),
  );
  return statements.flatMap((statement) => {
    const table = /^(?:alter table(?: only)?|create unique index \S+ on) ([^\s(]+)/.exec(statement)?.[1];
    if (table && created.has(table)) return [];
    return [
      ...RULES.filter(([pattern]) => pattern.test(statement)).map(([, why]) => ({ statement, why })),
      ...(addsRequired(statement)
        ? [{ statement, why: "a required column without a default: the version before leaves it out" }]
        : []),
    ];
  });
}

function addsRequired(statement: string): boolean {
  if (!statement.startsWith("alter table")) return false;
  return statement
    .split(/,\s*(?=add )|(?=add column)/)
    .some((part) => /^add column/.test(part) && /not null/.test(part) && !/default|generated/.test(part));
}

/** In lower case, without comments, quotes, strings and function bodies. */
function splitStatements(script: string): string[] {
  return script
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(";")
    .map((text) => text.replaceAll('"', "").replaceAll(/\s+/g, " ").trim().toLowerCase())
    .filter((text) => text !== "");
}
