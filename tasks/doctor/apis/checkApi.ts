import type { PlugsError } from "../../../src/primitives/PlugsError.js"

import { StatusError } from "../../../src/http/statusErrors.js"
import { failed, type Finding, ok, skipped, warning } from "../checks.js"
import { explainFailure } from "../explainFailure.js"
import type { ApiName, ApiProbe } from "./ApiProbe.js"

const partly =
  "If it does not know one of the chains, messages of that chain can be sent all the same, and are followed on the chains themselves."

/** Checks that an API answers, and that what answers is that API. */
export async function checkApi({ name, origin, ask }: ApiProbe): Promise<Finding> {
  const { notAsked, error } = await ask()
  if (notAsked?.about === "key") return skipped("It was not asked, because its key is missing.")
  if (notAsked !== undefined) return explainFailure(notAsked.error)
  if (error === undefined || isAnswer(name, error)) return ok(`${origin} answers.`)
  const says = `${origin}: ${explainFailure(error).says}`
  const check = `Check config.plugs.${name}.baseUrl, and that this machine reaches it.`
  if (error.code === "RATE_LIMITED") return warning(says, error.next ?? "Try again later.")
  if (!(error instanceof StatusError)) return failed(says, check)
  // It may be the right answer, of an API that says it in other words.
  if (error.status === 404) return name === "messaging" ? warning(says, check) : failed(says, check)
  // The API may fail about what was asked only, as it does for a chain that it does not know.
  return error.status < 502 ? warning(says, partly) : failed(says, check)
}

/** Recognizes errors that only the right API gives to the question that it was asked. */
export function isAnswer(name: ApiName, error: PlugsError): boolean {
  if (!(error instanceof StatusError)) return false
  if (error.code === "UNAUTHORIZED") return true
  // The question was about a transaction that does not exist. A server without such a route answers 404 too, but without a code.
  if (name === "messaging") return error.status === 404 && error.serverCode !== undefined
  return name === "gateway" && error.status === 400
}
