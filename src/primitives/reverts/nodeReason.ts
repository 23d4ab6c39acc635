import type { BaseError } from "viem"

import { plugsErrorIn } from "../PlugsError.js"
import { oneLine, shorten } from "../text.js"

/** The reason in an error of a node, a wallet or the connection, on one line and without URLs. */
export function nodeReason(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  const own = plugsErrorIn(error.cause)
  if (own !== undefined) return own.facts["reason"] ?? own.shortMessage
  const { name, shortMessage, details, message } = innermostOf(error) as Partial<BaseError> & Error
  const said = details === undefined || details === "" ? [] : [details]
  const text = (meansNothing.has(name) && said.length > 0 ? said : [shortMessage ?? message, ...said]).join(" ")
  return shorten(oneLine(text).replace(/\b(?:https?|wss?):\/\/\S+/gi, "the node's URL"), 200)
}

/** The cause that the client itself names last. */
function innermostOf(error: Error): Error {
  return isViemError(error) && isViemError(error.cause) ? innermostOf(error.cause) : error
}

/** By its shape, because to load the class takes as long as a devnet takes to start. */
function isViemError(error: unknown): error is BaseError {
  return error instanceof Error && "walk" in error && "shortMessage" in error
}

/** viem's errors for a code that nodes use for anything. Its own sentence, "Missing or invalid parameters", misleads then. */
const meansNothing = new Set(["InvalidInputRpcError"])
