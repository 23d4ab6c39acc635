import type { PlugsError } from "../../../../primitives/PlugsError.js"

import { StatusError } from "../../../../http/statusErrors.js"
import { failed, type Finding, ok, skipped, warning } from "../checks.js"
import { explainFailure } from "../explainFailure.js"
import type { ApiName, ApiProbe } from "./ApiProbe.js"

/** Checks that an API answers, and that what answers is that API. */
export async function checkApi({ name, origin, ask }: ApiProbe): Promise<Finding> {
  const { notAsked, error } = await ask()
  if (notAsked?.about === "key") return skipped("It was not asked, because its key is missing.")
  if (notAsked !== undefined) return explainFailure(notAsked.error)
  if (error === undefined || isAnswer(name, error)) return ok(`${origin} answers.`)
  const says = `${origin}: ${explainFailure(error).says}`
  if (error.code === "RATE_LIMITED") return warning(says, error.next ?? "Try again later.")
  // The API may fail about what was asked only, as it does for a chain that it does not know.
  if (error instanceof StatusError && error.status !== 404 && error.status < 502)
    return warning(says, error.next ?? "Try again later.")
  return failed(says, `Check config.plugs.${name}.baseUrl, and that this machine reaches it.`)
}

/** Recognizes errors that only the right API gives to the question. */
export function isAnswer(name: ApiName, error: PlugsError): boolean {
  if (error.code === "UNAUTHORIZED" || error.code === "REQUEST_REFUSED") return true
  // The question was about a transaction that does not exist. A server that has no such route at all does not say what is not found.
  return (
    name === "messaging" && error instanceof StatusError && error.status === 404 && error.serverMessage !== undefined
  )
}
