import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { type PlugsError, restate } from "../../../primitives/PlugsError.js"
import { chainsOf } from "../../config/chainsOf.js"
import { nameConfiguredChains } from "../../config/swapChains.js"
import { openContractBook } from "../../contracts/ContractBook.js"
import { findErrorSource } from "./findErrorSource.js"
import { pointToExplain } from "./pointToExplain.js"
import { isReverted, taskAdvice } from "./taskAdvice.js"
import { taskArguments } from "./taskArguments.js"

type Project = Pick<HardhatRuntimeEnvironment, "config" | "artifacts">

/** A second time would name what has its name already. */
const restated = new WeakSet<PlugsError>()

/** Facts whose value is the number of a chain. */
const chainFacts: ReadonlySet<string> = new Set(["source chain", "destination chain", "refund on chain"])

/** Facts that quote somebody else. */
const quoted: ReadonlySet<string> = new Set(["server says", "server code", "reason", "revert data"])

/**
 * Restates an error of a helper for a person at a terminal: options by their names, tasks in place of functions, chains and the project's
 * own contracts by name, and where a contract's error is declared. Its code and its class stay.
 *
 * @example
 * throw await restateForTask(error, hre)
 */
export async function restateForTask(error: PlugsError, project: Project): Promise<PlugsError> {
  if (restated.has(error)) return error
  restated.add(error)
  const name = nameChainsIn(project)
  if (error instanceof InvalidInputError) return restateInput(error)
  const contracts = await nameContracts(project)
  const facts: Record<string, string> = {}
  for (const [key, value] of Object.entries(error.facts)) {
    facts[key] = quoted.has(key) ? value : contracts(chainFacts.has(key) ? name(`chain ${value}`) : name(value))
  }
  const source = isReverted(error) ? await findErrorSource(error.revert.data, project) : undefined
  return restate(error, {
    message: name(error.shortMessage),
    facts: source === undefined ? facts : { ...facts, "error of": source },
    next: pointToExplain(taskAdvice(error) ?? error.next, error, (slug) =>
      name(`chain ${slug}`).replace(/^chain /, ""),
    ),
  })
}

function restateInput(error: InvalidInputError): InvalidInputError {
  const { argument, explanation } = error
  const option = Object.hasOwn(taskArguments, argument) ? (taskArguments[argument] ?? argument) : argument
  return restate(error, { message: `${option}: ${explanation}`, facts: error.facts, next: error.next })
}

/** Names the chains in a sentence of this package, where they stand as `chain 41002`. */
function nameChainsIn({ config }: Project): (text: string) => string {
  const bySlug = new Map(chainsOf(config.plugs).map((chain) => [chain.slug, chain.name]))
  const byId = nameConfiguredChains(config)
  return (text) =>
    text.replace(/\bchain (\d{1,16})\b/g, (whole, digits: string) => {
      return bySlug.get(Number(digits)) ?? byId(Number(digits)) ?? whole
    })
}

/** Adds names to the addresses in a fact. An address that has several names, on several chains, stays alone. */
async function nameContracts(project: Project): Promise<(text: string) => string> {
  try {
    const book = await openContractBook(project)
    return (text) =>
      text.replace(/\b0x[0-9a-fA-F]{40}\b/g, (address) => {
        const name = book.nameAnywhere(address)
        return name === undefined ? address : `${address} (${name})`
      })
  } catch {
    // A mistake in plugs.contracts is not what this error is about.
    return (text) => text
  }
}
