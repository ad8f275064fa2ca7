import type { Problem } from "./problem";
import type { RawTables } from "./raw-tables";
import { tables } from "./tables";

/** As spreadsheets write days where the day or the month comes first. */
const SLASHED = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;

type Order = "day" | "month" | undefined;

/**
 * Days that a spreadsheet wrote as 13/05/2026 as the files' own 2026-05-13. Where a day could be another one with day and
 * month exchanged, another day of the same file tells; where none does, the file's author is asked.
 */
export function readDays(raw: RawTables): RawTables {
  const cells = raw.tables.flatMap(({ table, rows }) => {
    const days = Object.entries(tables[table].columns).filter(([, { kind }]) => kind === "day");
    return rows.flatMap((row) =>
      row.unread === undefined
        ? days.map(([column]) => ({ column, place: row.place, values: row.values }))
        : [],
    );
  });
  const written = cells.flatMap((cell) => {
    const [, first = "", , second = "", year = ""] = SLASHED.exec(String(cell.values[cell.column])) ?? [];
    return year ? [{ ...cell, first, second, year }] : [];
  });
  const order = orderOf(written);
  const problems: Problem[] = [];
  for (const { column, place, values, first, second, year } of written) {
    const text = values[column];
    const [dayFirst, monthFirst] = [
      `${year}-${two(second)}-${two(first)}`,
      `${year}-${two(first)}-${two(second)}`,
    ];
    const own = first === second ? "day" : (orderOf([{ first, second }]) ?? order);
    if (own) values[column] = own === "day" ? dayFirst : monthFirst;
    else {
      const { lines, ...at } = place;
      problems.push({
        ...at,
        line: lines?.[column] ?? at.line,
        column,
        message: `${text} may be ${dayFirst} or ${monthFirst}: write it like this.`,
        said: { code: "ambiguous_day", values: { day: String(text), one: dayFirst, other: monthFirst } },
      });
    }
  }
  return { ...raw, problems: [...raw.problems, ...problems] };
}

/** Which comes first; undefined where no day tells, or two contradict each other. */
function orderOf(days: { first: string; second: string }[]): Order {
  const isDayFirst = days.some(({ first }) => Number(first) > 12);
  const isMonthFirst = days.some(({ second }) => Number(second) > 12);
  if (isDayFirst === isMonthFirst) return;
  return isDayFirst ? "day" : "month";
}

const two = (number: string) => number.padStart(2, "0");
