import type { Evidence } from "./Explanation.js"
import type { FindSource } from "./FindSource.js"

/** The line where a call reverts, or what is said about not having looked for it. */
export type ReadSource = { readonly line: string | undefined; readonly evidence: readonly Evidence[] }

/**
 * Looks for the line of source code where a call reverts. It never throws.
 *
 * @param source names the simulation that the line belongs to
 */
export async function readSource(
  find: FindSource | undefined,
  call: Parameters<FindSource>[0],
  source: string,
): Promise<ReadSource> {
  const found = await find?.(call).catch(() => undefined)
  if (found === undefined || typeof found === "string") return { line: found, evidence: [] }
  const says = `The line of source code was not looked for to the end, because ${found.leftOut}.`
  return { line: undefined, evidence: [{ source, says }] }
}
