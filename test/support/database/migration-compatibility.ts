/** A statement that breaks the previous version, with the reason. */
export type IncompatibleStatement = { statement: string; reason: string };

const RULES: [RegExp, string][] = [
  [/^drop (table|view|function|trigger|schema|type)\b/, "the previous version still uses it"],
  [/^alter table .*\bdrop column\b/, "the previous version still writes it"],
  [/^alter table .*\brename\b|^alter (type|table) .*\brename\b/, "the previous version knows the old name"],
  [/^alter table .*\balter column \S+ (set data )?type\b/, "the previous version writes the old type"],
  [/^alter table .*\bset not null\b/, "the previous version may leave it out"],
  [/^alter table .*\bdrop default\b/, "the previous version leaves it out"],
  [/^alter table .*\badd constraint\b/, "the previous version may write what it refuses"],
  [/^create unique index\b/, "the previous version may write what it refuses"],
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
      ...RULES.filter(([pattern]) => pattern.test(statement)).map(([, reason]) => ({ statement, reason })),
      ...(addsRequired(statement)
        ? [{ statement, reason: "a required column without a default: the previous version leaves it out" }]
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
