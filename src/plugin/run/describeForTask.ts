import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { chainsOf, nameConfiguredChains } from "../config/chainsOf.js"
import { openContractBook } from "../contracts/ContractBook.js"
import { quote } from "#src/primitives/commands/commandLine.js"
import { argumentOptions, helperTasks } from "#src/primitives/commands/taskNames.js"
import type { Naming } from "#src/primitives/errorText.js"
import { type PlugsError, renderError } from "#src/primitives/PlugsError.js"

type Project = Pick<HardhatRuntimeEnvironment, "config" | "artifacts">

const taskArguments: Readonly<Record<string, string>> = argumentOptions

/**
 * Renders an error for a person at a terminal: with options for arguments, tasks for helpers, the configured names of chains, the names of
 * the project's contracts beside their addresses, and the place where a contract's error is declared.
 *
 * @returns an error of the same class with the same code; the one that was thrown stays as it is
 */
export async function describeForTask<E extends PlugsError>(error: E, project: Project): Promise<E> {
  const data = revertDataOf(error)
  const naming = await openNaming(project, error)
  if (data === undefined) return renderError(error, naming)
  // It loads viem, which a task that only polls an API does without.
  const { findErrorSource } = await import("./findErrorSource.js")
  return renderError(error, naming, { "error of": await findErrorSource(data, project) })
}

async function openNaming({ config, artifacts }: Project, error: PlugsError): Promise<Naming> {
  const bySlug = new Map(chainsOf(config.plugs).map((chain) => [chain.slug, chain.name]))
  const byId = nameConfiguredChains(config)
  const contracts = error.code === "INVALID_INPUT" ? undefined : await contractNames({ config, artifacts })
  return {
    reader: "task",
    argument: (name) => (Object.hasOwn(taskArguments, name) ? (taskArguments[name] ?? name) : name),
    helper: (name) => `npx hardhat ${helperTasks[name]}`,
    chain: (slug, as) => {
      const name = bySlug.get(slug) ?? byId(slug)
      if (name !== undefined) return as === "word" ? quote(name) : name
      return as === "sentence" ? `chain ${slug}` : String(slug)
    },
    address: (address) => {
      const name = contracts?.(address)
      return name === undefined ? address : `${address} (${name})`
    },
  }
}

/** The name of a contract, unless it has several on several chains. */
async function contractNames(project: Project): Promise<((address: string) => string | undefined) | undefined> {
  try {
    const book = await openContractBook(project)
    return (address) => book.nameAnywhere(address)
  } catch {
    // A mistake in plugs.contracts is not what this error is about.
    return undefined
  }
}

/** The data with which a contract has reverted, if the error is about that. */
function revertDataOf(error: PlugsError): string | undefined {
  const { revert } = error as { revert?: { readonly data?: unknown } }
  return typeof revert?.data === "string" ? revert.data : undefined
}
