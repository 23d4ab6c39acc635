import { type Finding, failed, ok, skipped } from "../checks.js"
import { explainFailure } from "../explainFailure.js"
import type { ApiProbe } from "./ApiProbe.js"
import { isAnswer } from "./checkApi.js"

/** Checks that an API accepts the configured key. The key itself is never shown. */
export async function checkApiKey({ name, origin, isDevnet, hasKey, ask }: ApiProbe): Promise<Finding> {
  const { notAsked, error } = await ask()
  if (notAsked?.about === "key") return explainFailure(notAsked.error)
  const own = `Set config.plugs.${name}.apiKey to the key that was issued for ${origin}.`
  if (error?.code === "UNAUTHORIZED") {
    const says = hasKey ? `${origin} refuses the key.` : `${origin} wants a key, and none is configured.`
    return failed(says, isDevnet ? `Leave out config.plugs.${name}.apiKey: the devnet has a key of its own.` : own)
  }
  if (notAsked !== undefined || (error !== undefined && !isAnswer(name, error))) {
    return skipped("The API does not answer what was asked.")
  }
  return ok(hasKey ? `${origin} accepts the key.` : `${origin} takes no key.`)
}
