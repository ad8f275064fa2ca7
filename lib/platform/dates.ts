/** A calendar day, `YYYY-MM-DD`. Days are compared as text and never become a local-time `Date`. */
export type Day = string;

export function toLocalDay(timeZone: string, instant: Date = new Date()): Day {
  return format("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }, "day").format(
    instant,
  );
}

/** The local time of an instant in an IANA time zone, with its UTC offset: `2026-11-23T09:30:00+01:00`. */
export function toLocalIso(timeZone: string, instant: Date): string {
  const local = `${toLocalDay(timeZone, instant)}T${toLocalTime(timeZone, instant, "medium")}`;
  const minutes = Math.round((Date.parse(`${local}Z`) - instant.getTime()) / 60_000);
  return `${local}${minutes < 0 ? "-" : "+"}${formatHoursMinutes(Math.abs(minutes) * 60)}`;
}

/** The local time of an instant in an IANA time zone: `HH:MM`, or `HH:MM:SS` when `medium`. */
export function toLocalTime(
  timeZone: string,
  instant: Date,
  timeStyle: "short" | "medium" = "short",
): string {
  return format("en-GB", { timeZone, timeStyle, hourCycle: "h23" }, timeStyle).format(instant);
}

/** The day of a database `date`, which Prisma returns as midnight UTC. */
export function toDay(date: Date): Day {
  return date.toISOString().slice(0, 10);
}

export function toDate(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

export function addDays(day: Day, days: number): Day {
  return toDay(new Date(toDate(day).getTime() + days * 24 * HOUR_MS));
}

/** The first instant of a day in an IANA time zone, a whole minute (as in all zones since 1972). */
export function startOfDay(day: Day, timeZone: string): Date {
  const addMinutes = (minutes: number) => new Date(toDate(day).getTime() + minutes * 60_000);
  let [low, high] = [-15 * 60, 13 * 60];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (toLocalDay(timeZone, addMinutes(middle)) >= day) high = middle;
    else low = middle;
  }
  return addMinutes(high);
}

export function toInstant(day: Day, time: string, timeZone: string): Date {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const start = startOfDay(day, timeZone);
  const guess = new Date(start.getTime() + (hours * 60 + minutes) * 60_000);
  // The clocks may have changed earlier on that day.
  const correction = ((hours - Number(toLocalTime(timeZone, guess).slice(0, 2)) + 36) % 24) - 12;
  return new Date(guess.getTime() + correction * HOUR_MS);
}

const HOUR_MS = 3_600_000;

export const addMinutes = (time: Date, minutes: number) => new Date(time.getTime() + minutes * 60_000);

/** The same day some years earlier; 29 February becomes the 28th in a common year. */
export function subtractYears(day: Day, years: number): Day {
  const earlier = `${String(Number(day.slice(0, 4)) - years).padStart(4, "0")}${day.slice(4)}`;
  return isDay(earlier) ? earlier : `${earlier.slice(0, 8)}28`;
}

/** Whether the text is an existing day in the form `YYYY-MM-DD` (2023-02-30 is none). */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = toDate(text);
  return !Number.isNaN(date.getTime()) && toDay(date) === text && text >= "0001-01-01";
}

/** Full years from a birth date to `today`; a person born on 29 February turns a year older on 1 March. */
export function getAge(birthDate: Day, today: Day): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) >= birthDate.slice(5) ? years : years - 1;
}

/** A duration in seconds as `HH:MM:SS`; more than 99 hours have more digits. */
export function formatHoursMinutesSeconds(duration: number): string {
  const parts = [Math.floor(duration / 3600), Math.floor(duration / 60) % 60, duration % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** Rounded down. */
export const formatHoursMinutes = (duration: number): string =>
  formatHoursMinutesSeconds(duration).slice(0, -3);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating an `Intl.DateTimeFormat` is slow. `kind` names the options. */
function format(locale: string, options: Intl.DateTimeFormatOptions, kind: string): Intl.DateTimeFormat {
  const key = `${kind} ${options.timeZone}`;
  const formatter = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, formatter);
  return formatter;
}
