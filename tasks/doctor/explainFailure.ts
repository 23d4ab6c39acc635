import { BaseError } from "viem"

import { failed, type Finding } from "./checks.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { excerpt } from "#src/primitives/text.js"

/**
 * Says why something could not be checked. Texts of others are shortened, and their URLs and long hexadecimal numbers left out: a URL can
 * contain a key, and a number can be one.
 */
export function explainFailure(error: unknown): Finding {
  if (isPlugsError(error)) {
    const said = error.facts["server says"] ?? error.facts["reason"]
    const says = said === undefined ? error.shortMessage : `${error.clause} (${excerpt(said, 200)}).`
    return failed(says, error.next ?? "Run it again with this solved.")
  }
  const variable = missingVariable(error)
  if (variable !== undefined) {
    return failed(`The configuration variable ${variable} is not set.`, adviseVariable(variable))
  }
  if (error instanceof BaseError) {
    return failed(`The node does not answer as a node does: ${nodeReason(error)}`, "Use another node for this network.")
  }
  const reason = `${nameOf(error)}${withoutSecrets(messageOf(error))}`
  if (isHardhatError(error)) return failed(`Hardhat says: ${reason}`, "Correct that in the Hardhat configuration.")
  return failed(`This could not be checked: ${reason}`, "Run it again. If the reason stays the same, report it.")
}

/** How a configuration variable is given. */
function adviseVariable(name: string): string {
  return `Set the environment variable ${name}, or keep it with hardhat-keystore: npx hardhat keystore set ${name}`
}

/** The name of the configuration variable that Hardhat did not find. */
function missingVariable(error: unknown): string | undefined {
  return /Configuration Variable "(\w{1,100})" not found/i.exec(messageOf(error))?.[1]
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ""
}

function isHardhatError(error: unknown): boolean {
  return error instanceof Error && error.name === "HardhatError"
}

function nameOf(error: unknown): string {
  return error instanceof Error && !isHardhatError(error) && error.name !== "Error" ? `${error.name}: ` : ""
}

function withoutSecrets(text: string): string {
  const plain = text.replace(/\b(?:https?|wss?):\/\/\S+/gi, "its URL").replace(/(?:0x)?[0-9a-f]{64,}/gi, "…")
  return excerpt(plain, 200)
}
