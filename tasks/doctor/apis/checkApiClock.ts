import { formatDuration } from "../../../src/primitives/duration.js"
import { type Finding, ok, skipped, warning } from "../checks.js"
import { mendClock, mostSkew } from "../clocks.js"
import type { ApiProbe } from "./ApiProbe.js"

/** Checks the machine's clock against an API's, whose quotes expire by its own. */
export async function checkApiClock({ origin, ask }: ApiProbe): Promise<Finding> {
  const { ahead } = await ask()
  if (ahead === undefined) return skipped("It did not say what time it has.")
  const difference = formatDuration(Math.abs(ahead))
  if (Math.abs(ahead) <= mostSkew) return ok("Its clock and this machine's agree.")
  const says = `This machine's clock is ${difference} ${ahead > 0 ? "behind" : "ahead of"} that of ${origin}.`
  return warning(says, mendClock())
}
