import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { FileRefusal } from "@/lib/platform/file-refusal";
import { type CatalogueFile, checkRows } from "./check-rows";
import { readCsv } from "./csv-file";
import { readJson } from "./json-file";
import { type RawTables, createUnreadable } from "./raw-tables";
import { readDays } from "./read-days";
import { readWorkbook } from "./read-workbook";
import { isTableName, tableNames } from "./tables";
import { toRawTables } from "./workbook-tables";

/**
 * Reads a catalogue: a `.json` file with all tables, a workbook (`.xlsx`) with a sheet a table, one table's `.csv`
 * file, or a directory of CSV files named after their tables. Never throws for what is in the files: see `problems`.
 */
export async function readCatalogueFile(file: string): Promise<CatalogueFile> {
  return checkFile(path.basename(file), await readTables(file));
}

const TABLE_FILES = `The files are named after their tables: ${tableNames.map((name) => `${name}.csv`).join(", ")}.`;

const OTHER_KIND = { code: "other_kind" };

async function readTables(file: string): Promise<RawTables> {
  const found = await stat(file).catch(() => undefined);
  if (!found) return createUnreadable(file, "There is no such file or directory.", OTHER_KIND);
  if (found.isDirectory()) return readDirectory(file);

  return tablesIn(path.basename(file), await readFile(file));
}

/** The same of a single file that somebody has sent, in the process that reads it (server/read-file.ts). */
export const readCatalogueBytes = (name: string, bytes: Uint8Array): CatalogueFile =>
  checkFile(name, tablesIn(name, bytes));

const checkFile = (name: string, raw: RawTables) => checkRows(name, readDays(raw), { isFile: true });

/** A file of which nothing is read, as a problem. */
export const refusedFile = (name: string, refusal: FileRefusal): CatalogueFile =>
  checkRows(name, createUnreadable(name, refusal.message, { code: refusal.code, values: refusal.values }));

function tablesIn(name: string, bytes: Uint8Array): RawTables {
  try {
    const raw = readFormat(name, bytes);
    const isEmpty = raw.tables.length === 0 && raw.problems.length === 0;
    return isEmpty ? createUnreadable(name, `There is no table. ${TABLE_FILES}`, { code: "no_rows_at_all" }) : raw;
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return createUnreadable(name, error.message, { code: error.code, values: error.values });
  }
}

function readFormat(name: string, bytes: Uint8Array): RawTables {
  const extension = path.extname(name).toLowerCase();
  if (extension === ".json") return readJson(name, bytes);
  if (extension === ".xlsx") return toRawTables(readWorkbook(bytes));
  if (extension === ".csv") return readTableFile(name, bytes);
  return createUnreadable(
    name,
    "A catalogue is a .json file, a .csv file or a directory of .csv files, or a workbook (.xlsx).",
    OTHER_KIND,
  );
}

async function readDirectory(directory: string): Promise<RawTables> {
  const names = (await readdir(directory))
    .filter((name) => name.endsWith(".csv") && !name.startsWith("."))
    .sort();
  if (names.length === 0) return createUnreadable(directory, `There is no .csv file. ${TABLE_FILES}`, OTHER_KIND);

  const read = await Promise.all(
    names.map(async (name) => tablesIn(name, await readFile(path.join(directory, name)))),
  );
  return {
    tables: read.flatMap(({ tables }) => tables),
    problems: read.flatMap(({ problems }) => problems),
    complete: read.every(({ complete }) => complete),
  };
}

function readTableFile(name: string, bytes: Uint8Array): RawTables {
  const table = name.slice(0, -".csv".length);
  const said = { code: "no_table_file", values: { names: tableNames.join(", ") } };
  if (!isTableName(table)) return createUnreadable(name, `This is not a table. ${TABLE_FILES}`, said);
  return readCsv(table, name, bytes);
}
