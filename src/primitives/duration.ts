import { InvalidInputError } from "./InvalidInputError.js"
import { inQuotes } from "./text.js"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

const units: Readonly<Record<string, number>> = { ms: 1, s: second, m: minute, h: hour }

/**
 * Formats milliseconds for people: `340 ms`, `1.2 s`, `3 min 05 s`, `2 h 05 min`.
 *
 * @example
 * formatDuration(185_000) // "3 min 05 s"
 */
export function formatDuration(ms: number): string {
  const whole = Math.max(0, Math.round(ms))
  if (whole < second) return `${whole} ms`
  const tenths = Math.round(whole / 100)
  if (tenths < 600) return `${tenths / 10} s`
  const seconds = Math.round(whole / second)
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${twoDigits(seconds % 60)} s`
  const minutes = Math.round(whole / minute)
  // A contract can name any number.
  if (minutes > 100 * 525_600) return "more than 100 years"
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`
}

/**
 * Formats a moment for people, to the second.
 *
 * @param seconds since 1970
 * @returns `undefined` if it is no moment that a date can have
 * @example
 * formatUtc(1_795_322_612) // "2026-11-22 04:43:32 UTC"
 */
export function formatUtc(seconds: number): string | undefined {
  if (!(Math.abs(seconds) <= lastSecond)) return undefined
  return `${new Date(seconds * 1_000).toISOString().slice(0, -5).replace("T", " ")} UTC`
}

const lastSecond = 8_640_000_000_000

/**
 * Says how long ago something was, for people: seconds are whole, and days count from two on.
 *
 * @example
 * formatAge(185_000) // "3 min 05 s"
 */
export function formatAge(ms: number): string {
  if (ms >= 48 * hour) return `${Math.floor(ms / (24 * hour))} days`
  return formatDuration(Math.max(second, Math.floor(ms / second) * second))
}

/**
 * Parses a duration of the command line into milliseconds. The unit is required, because `30` alone is ambiguous.
 *
 * @param argument the name of the argument in the error
 * @throws {InvalidInputError} the text is not a positive number followed by ms, s, m or h
 * @example
 * parseDuration("1.5s", "--timeout") // 1500
 */
export function parseDuration(text: string, argument: string = "duration"): number {
  const [, digits = "", unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text.trim()) ?? []
  const ms = Math.round(Number(digits) * (units[unit] ?? 0))
  if (ms > 0) return ms
  throw new InvalidInputError({
    argument,
    problem: `${inQuotes(text)} is not a duration`,
    fix: "Write a number above zero with its unit, such as 500ms, 30s, 10m or 2h.",
  })
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0")
}

/** When a day such as `2027-01-31` begins in UTC, in milliseconds since 1970; `undefined` if the calendar has no such day. */
export function startOfDay(day: string): number | undefined {
  const start = Date.parse(day)
  // To the engine, the 30th of February is a day of March.
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(`${day}T`) ? start : undefined
}

/**
 * Reads a moment: a date, with or without a time, in UTC unless it names an offset, or how long ago it was.
 *
 * @param now milliseconds since 1970
 * @returns `undefined` if it is neither
 * @throws {InvalidInputError} it is a time ago in a unit that there is not
 */
export function parseMoment(text: string, now: number, argument: string): Date | undefined {
  const days = /^(\d{1,5})d$/.exec(text)?.[1]
  const ago = days === undefined ? text : `${Number(days) * 24}h`
  if (/^[\d.]+[a-z]+$/.test(ago)) return new Date(now - parseDuration(ago, argument))
  const [, day, time, zone = "Z"] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  if (day === undefined || (startOfDay(day) ?? -1) < 0) return undefined
  const moment = new Date(`${day}${time ?? "T00:00"}${zone}`)
  return moment.getTime() >= 0 ? moment : undefined
}
