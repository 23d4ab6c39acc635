import { type Check, type CheckResult, failed, type Finding, skipped } from "./checks.js"
import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import { AbortedError } from "#src/http/errors.js"
import { noteAbandonedRequest } from "#src/plugin/connection/chains/waitForNode.js"
import type { Clock } from "#src/primitives/clock.js"
import { formatDuration } from "#src/primitives/duration.js"
import { excerpt } from "#src/primitives/text.js"

export type RunChecksOptions = {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Milliseconds for each check, from the moment at which those that it needs have ended. */
  readonly limit: number
  /** Called whenever a check has ended, with those that have not. */
  readonly onProgress?: ((pending: readonly Check[]) => void) | undefined
}

/** A sentence is cut here: what a server or a contract says can have any length. */
const maxSentenceLength = 600

/**
 * Runs checks side by side, each with a time limit of its own. A check that fails to run is a line of the report like any other, and
 * hides none of the others.
 *
 * @returns the results in the order of the checks
 * @throws {AbortedError} the signal was aborted
 */
export async function runChecks(checks: readonly Check[], options: RunChecksOptions): Promise<CheckResult[]> {
  const { clock, signal, limit, onProgress } = options
  const running = new Map<Check, Promise<readonly CheckResult[]>>()
  const pending = new Set(checks)

  const resultsOf = (check: Check): Promise<readonly CheckResult[]> => {
    const started = running.get(check) ?? run(check)
    running.set(check, started)
    return started
  }
  const run = async (check: Check): Promise<readonly CheckResult[]> => {
    const needed = await Promise.all((check.needs ?? []).map(resultsOf))
    const missing = needed.flat().find(({ status }) => status === "failed" || status === "skipped")
    const findings = missing === undefined ? await runOne(check) : [skipped(becauseOf(missing))]
    pending.delete(check)
    onProgress?.([...pending])
    return findings.map((finding) => toResult(check, finding))
  }
  const runOne = async (check: Check): Promise<readonly Finding[]> => {
    try {
      const work = async (stop: AbortSignal): Promise<readonly Finding[]> => [await check.run(stop)].flat()
      const ended = await withTimeLimit(limit, work, { clock, signal })
      if (ended.kind === "done") return ended.value
      if (ended.kind === "aborted") throw new AbortedError()
      noteAbandonedRequest()
      return [
        failed(`This took longer than ${formatDuration(limit)}.`, "Try again, or give it more time with --timeout."),
      ]
    } catch (error) {
      if (error instanceof AbortedError) throw error
      const { explainFailure } = await import("./explainFailure.js")
      return [explainFailure(error)]
    }
  }

  onProgress?.(checks)
  return (await Promise.all(checks.map(resultsOf))).flat()
}

function becauseOf({ name, subject, status, says }: CheckResult): string {
  return status === "skipped" ? says : `Not checked while ${name} ${subject} is not well.`
}

function toResult(check: Check, { status, subject = check.subject, says, mend }: Finding): CheckResult {
  return {
    name: check.name,
    status,
    subject: excerpt(subject, maxSentenceLength),
    says: excerpt(says, maxSentenceLength),
    mend: mend ?? null,
  }
}
