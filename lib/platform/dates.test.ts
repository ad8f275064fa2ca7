import { expect, test } from "vitest";
import {
  addDays,
  addMinutes,
  formatHoursMinutes,
  formatHoursMinutesSeconds,
  getAge,
  isDay,
  startOfDay,
  subtractYears,
  toDate,
  toDay,
  toInstant,
  toLocalDay,
  toLocalIso,
} from "./dates";

test.each([
  ["2008-11-21", "2026-11-21", 18],
  ["2008-11-22", "2026-11-21", 17],
  ["2008-02-29", "2026-02-28", 17],
  ["2008-02-29", "2026-03-01", 18],
])("born %s, on %s: %i", (birth, today, age) => {
  expect(getAge(birth, today)).toBe(age);
});

test.each([
  ["2024-02-29", true],
  ["2023-02-29", false],
  ["2023-02-30", false],
  ["2023-2-3", false],
  ["2023-13-01", false],
  ["0000-01-01", false],
  ["2023-01-01T00:00", false],
  [" 2023-01-01", false],
  ["0001-01-01", true],
  ["", false],
])("isDay(%s) is %s", (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

test("a day is the school's, not the server's", () => {
  const instant = new Date("2026-11-20T23:30:00Z");
  expect(toLocalDay("Europe/Madrid", instant)).toBe("2026-11-21");
  expect(toLocalDay("Atlantic/Canary", instant)).toBe("2026-11-20");
});

test("durations longer than a day are in hours", () => {
  expect(formatHoursMinutes(5_400)).toBe("01:30");
  expect(formatHoursMinutes(90_059)).toBe("25:00");
  expect(formatHoursMinutesSeconds(90_059)).toBe("25:00:59");
  expect(formatHoursMinutesSeconds(360_000)).toBe("100:00:00");
});

test.each([
  ["Europe/Madrid", "2026-11-21", "2026-11-20T23:00:00.000Z"],
  ["Europe/Madrid", "2026-03-30", "2026-03-29T22:00:00.000Z"], // the first whole day of summer time
  ["Pacific/Kiritimati", "2026-01-01", "2025-12-31T10:00:00.000Z"],
  ["Pacific/Pago_Pago", "2026-01-01", "2026-01-01T11:00:00.000Z"],
  ["America/Havana", "2026-03-08", "2026-03-08T05:00:00.000Z"], // a day without midnight
])("in %s %s begins at %s", (zone, day, instant) => {
  expect(startOfDay(day, zone).toISOString()).toBe(instant);
});

test.each([
  ["Europe/Madrid", "2026-11-23T08:30:05.700Z", "2026-11-23T09:30:05+01:00"],
  ["Europe/Madrid", "2026-07-01T22:30:00Z", "2026-07-02T00:30:00+02:00"],
  ["America/St_Johns", "2026-01-01T00:00:00Z", "2025-12-31T20:30:00-03:30"],
  ["UTC", "2026-11-23T08:30:00Z", "2026-11-23T08:30:00+00:00"],
])("clocks in %s show at %s: %s", (zone, instant, shown) => {
  expect(toLocalIso(zone, new Date(instant))).toBe(shown);
});

test("converts days to instants and back", () => {
  expect(toDay(toDate("2026-11-21"))).toBe("2026-11-21");
  expect(toDate("2026-11-21").toISOString()).toBe("2026-11-21T00:00:00.000Z");
  expect([addDays("2026-12-31", 1), addDays("2024-02-28", 1)]).toEqual(["2027-01-01", "2024-02-29"]);
  expect(addMinutes(toDate("2026-11-21"), 90).toISOString()).toBe("2026-11-21T01:30:00.000Z");
});

test.each([
  ["2026-11-21", "09:30", "Europe/Madrid", "2026-11-21T08:30:00.000Z"],
  ["2026-07-01", "00:05", "Europe/Madrid", "2026-06-30T22:05:00.000Z"],
  ["2026-11-21", "23:59", "Europe/Madrid", "2026-11-21T22:59:00.000Z"],
  ["2026-03-29", "01:30", "Europe/Madrid", "2026-03-29T00:30:00.000Z"], // half an hour before the clocks change
  ["2026-03-29", "09:00", "Europe/Madrid", "2026-03-29T07:00:00.000Z"], // they have gone forward that night
  ["2026-10-25", "09:00", "Europe/Madrid", "2026-10-25T08:00:00.000Z"], // and back
  ["2026-03-08", "10:00", "America/Havana", "2026-03-08T14:00:00.000Z"],
  ["2026-11-21", "09:30", "Asia/Kolkata", "2026-11-21T04:00:00.000Z"],
])("on %s clocks show %s in %s at %s", (day, time, zone, instant) => {
  expect(toInstant(day, time, zone).toISOString()).toBe(instant);
});

test.each([
  ["2026-11-22", 18, "2008-11-22"],
  ["2024-02-29", 4, "2020-02-29"],
  ["2024-02-29", 1, "2023-02-28"],
  ["2100-02-28", 100, "2000-02-28"],
  ["0905-03-01", 5, "0900-03-01"],
])("%s minus %i years is %s", (day, years, before) => {
  expect(subtractYears(day, years)).toBe(before);
});
