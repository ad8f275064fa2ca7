import {
  type ArrayNode,
  evaluate,
  type MemberNode,
  type ObjectNode,
  parse,
  type ValueNode,
} from "@humanwhocodes/momoa";
import { FileRefusal } from "@/lib/platform/file-refusal";
import { decodeText, NOT_UTF8 } from "./decode-text";
import {
  MAX_COLUMNS,
  MAX_DEPTH,
  MAX_PROBLEMS,
  MAX_ROWS,
  tooDeep,
  tooManyColumns,
  tooManyRows,
} from "./limits";
import type { SourceLocation, Problem } from "./problem";
import { type RawRow, type RawTables, createUnreadable } from "./raw-tables";
import { type Catalogue, isTableName, type TableName, tableNames, tables } from "./tables";

/** A JSON file: one object with one array of rows for each table. */
export function readJson(file: string, bytes: Uint8Array): RawTables {
  const { text, badLine } = decodeText(bytes);
  if (badLine) return createUnreadable(file, NOT_UTF8, { code: "not_utf8" }, badLine);

  if (/^\s*\[/.test(text)) return noTables(file);
  checkSize(text);
  const { body, at } = parseText(text);
  if (at)
    return createUnreadable(
      file,
      `This is not JSON: character ${at.column} of the line is not expected there.`,
      { code: "no_json", values: { at: at.column } },
      at.line,
    );
  if (body?.type !== "Object" || body.members.length === 0) return noTables(file);
  return readTables(file, body);
}

/** Tables as JSON, one row a line, so that two exports are compared line by line. */
export function writeJson(catalogue: Catalogue): string {
  const parts = tableNames.map((table) => {
    const columns = Object.entries(tables[table].columns);
    const rows = [...catalogue[table].values()].map((row) =>
      JSON.stringify(
        Object.fromEntries(columns.map(([name, column]) => [name, column.toJson(row[name] ?? null)])),
      ),
    );
    return `  "${table}": [${rows.map((row) => `\n    ${row}`).join(",")}${rows.length > 0 ? "\n  " : ""}]`;
  });
  return `{\n${parts.join(",\n")}\n}\n`;
}

const names = tableNames.join(", ");

const OBJECT_OF_TABLES = `The file must hold one object with an array of rows for each table: ${names}.`;

/**
 * Counts before anything is built: the parser takes 250 bytes for each node and a stack frame for each level.
 * @throws FileRefusal
 */
function checkSize(text: string) {
  const values: number[] = [0]; // of each open list or object
  let rows = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === "{" || character === "[") {
      if (values.push(0) > MAX_DEPTH + 1) throw tooDeep();
      if (values.length === ROW_DEPTH && ++rows > MAX_ROWS) throw tooManyRows();
    } else if (character === "}" || character === "]") {
      if (values.length > 1) values.pop();
    } else if (character === ",") {
      const depth = values.length - 1;
      values[depth] = (values[depth] ?? 0) + 1;
      if (depth === TABLE_DEPTH && (values[depth] ?? 0) >= MAX_ROWS) throw tooManyRows();
      if (depth !== TABLE_DEPTH && (values[depth] ?? 0) >= MAX_COLUMNS)
        throw depth < TABLE_DEPTH ? tooManyTables() : tooManyColumns();
    }
  }
}

/** The file's object is the first level, a table's list the second, a row the third. */
const TABLE_DEPTH = 2;
const ROW_DEPTH = 4;

/** Where the string that begins here ends. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text[before - 1] === "\\") before--;
    if ((at - before) % 2 === 0) return at;
  }
  return text.length;
}

const noTables = (file: string) =>
  createUnreadable(file, OBJECT_OF_TABLES, { code: "no_tables", values: { names } }, 1);
const tooManyTables = () => new FileRefusal("no_tables", OBJECT_OF_TABLES, { names });

function parseText(text: string): { body?: ValueNode; at?: { line: number; column: number } } {
  try {
    return { body: parse(text).body };
  } catch (error) {
    const { line, column } = error as { line?: number; column?: number };
    if (line === undefined || column === undefined) throw error;
    return { at: { line, column } };
  }
}

function readTables(file: string, body: ObjectNode): RawTables {
  const found: RawTables["tables"] = [];
  const problems: Problem[] = [];
  for (const member of body.members) {
    const table = nameOf(member);
    const place = { file, line: member.loc.start.line };
    if (!isTableName(table))
      problems.push({
        ...place,
        column: table,
        message: `is not a table. ${OBJECT_OF_TABLES}`,
        said: { code: "no_tables", values: { names } },
      });
    else if (found.some((earlier) => earlier.table === table))
      problems.push({ ...place, table, message: "The table is there twice.", said: { code: "table_twice" } });
    else if (member.value.type !== "Array")
      problems.push({ ...place, table, message: "must be an array of rows", said: { code: "no_rows" } });
    else found.push({ table, file, rows: readRows(file, table, member.value, problems) });
  }
  return { tables: found, problems, complete: found.length === body.members.length };
}

function readRows(file: string, table: TableName, array: ArrayNode, problems: Problem[]): RawRow[] {
  const rows: RawRow[] = [];
  for (const { value } of array.elements) {
    if (problems.length >= MAX_PROBLEMS) break;
    const place = { file, line: value.loc.start.line, table, row: rows.length + 1 };
    if (value.type === "Object") rows.push(readRow(table, value, place, problems));
    else rows.push({ place, unread: "must be an object with a member for each column" });
  }
  return rows;
}

function readRow(table: TableName, node: ObjectNode, place: SourceLocation, problems: Problem[]): RawRow {
  const values: Record<string, unknown> = {};
  const lines: Record<string, number> = {};
  for (const member of node.members) {
    const column = nameOf(member);
    const line = member.loc.start.line;
    if (!Object.hasOwn(tables[table].columns, column)) {
      const said = { code: "not_column", values: { names: Object.keys(tables[table].columns).join(", ") } };
      problems.push({ ...place, line, column, message: "is not a column of the table", said });
    } else if (Object.hasOwn(values, column)) {
      problems.push({ ...place, line, column, message: "is there twice", said: { code: "column_twice" } });
    } else {
      values[column] = evaluate(member.value);
      lines[column] = line;
    }
  }
  return { values, place: node.loc.start.line === node.loc.end.line ? place : { ...place, lines } };
}

const nameOf = ({ name }: MemberNode) => (name.type === "String" ? name.value : name.name);
