import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { withConnection } from "@/lib/platform/prisma";
import { writeCsv } from "./csv-file";
import { writeJson } from "./json-file";
import { readStoredCatalogue } from "./stored-catalogue";
import { type Catalogue, tableNames } from "./tables";
import { writeWorkbook } from "./write-workbook";

/**
 * Writes the whole catalogue, as it is at one moment, to a `.json` file, a workbook (`.xlsx`) or into a directory of
 * CSV files; what is there under the same names is replaced. Returns the files written.
 */
export async function exportCatalogue(file: string): Promise<string[]> {
  const catalogue = await readCatalogue();
  const writeWhole = wholeFiles[path.extname(file)];
  if (writeWhole) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, writeWhole(catalogue));
    return [file];
  }
  await mkdir(file, { recursive: true });
  const files = tableNames.map((table) => ({ table, name: path.join(file, `${table}.csv`) }));
  await Promise.all(
    files.map(({ table, name }) => writeFile(name, writeCsv(table, [...catalogue[table].values()]))),
  );
  return files.map(({ name }) => name);
}

/** The files that hold all tables. */
const wholeFiles: Record<string, (catalogue: Catalogue) => string | AsyncIterable<Uint8Array>> = {
  ".json": writeJson,
  ".xlsx": writeWorkbook,
};

/** The whole catalogue as it is at one moment. */
export async function readCatalogue(): Promise<Catalogue> {
  return withConnection(readStoredCatalogue, { begin: "begin isolation level repeatable read read only" });
}
