import { type NewYearInput, calculateNewPrice } from "@/lib/catalogue/files/next-year";
import { type TableName, tables } from "@/lib/catalogue/files/tables";

export type { NewYearInput } from "@/lib/catalogue/files/next-year";
export { type TableName, tableNames } from "@/lib/catalogue/files/tables";

/** What a price of this year is in the next, in euros. */
export const toNewPrice = (price: number, { percent, roundTo }: NewYearInput) =>
  Number(calculateNewPrice(String(price), percent, roundTo));

/** The columns of a table but for the number of its rows. */
export const listColumnNames = (table: TableName) =>
  Object.keys(tables[table].columns).filter((name) => name !== "id");
