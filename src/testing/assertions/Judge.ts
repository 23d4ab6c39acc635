import type { Verdict } from "./Verdict.js"

/**
 * Finds out whether something is so, whatever it takes: it lets the actors work first, if it has to.
 *
 * @param subject what `expect` got: something that was sent, or its promise
 */
export type Judge<Parameters extends readonly unknown[] = readonly never[]> = (
  subject: unknown,
  ...parameters: Parameters
) => Promise<Verdict>

/** Assertions by the names that they have everywhere. */
export type Judges = Readonly<Record<string, Judge>>
