import type { HardhatConfig } from "hardhat/types/config"
import { type AbiFunction, BaseError, type Hex } from "viem"
import { encodeFunctionData } from "viem/utils"

import type { Batch } from "#extras/audit/src/judging/Batch.js"
import { parseBatches } from "#extras/audit/src/judging/parseBatches.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { chainIdOf } from "#src/plugin/config/swapChains.js"
import { parseAbiItems, readJsonFile } from "#src/plugin/contracts/BookEntry.js"
import { parseAddress } from "#src/primitives/address.js"
import { findChain } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { exactJson, excerpt } from "#src/primitives/text.js"
import { parseAbiValue } from "#tasks/messaging/call/parseAbiValue.js"

/**
 * Reads a file with a batch of somebody else.
 *
 * @throws {InvalidInputError} it cannot be read, is no batch, or is for a chain that the project does not have
 */
export async function readBatchFile(
  config: HardhatConfig,
  { batch, account }: { readonly batch: string; readonly account: string | undefined },
): Promise<Batch[]> {
  const argument = "batch"
  const chains = chainsOf(config.plugs)
  const file = await readJsonFile(batch)
  if (!("json" in file)) {
    const problem = `${excerpt(batch)} cannot be used: ${"problem" in file ? file.problem : "there is no such file"}`
    throw new InvalidInputError({ argument, problem, fix: "Give a JSON file." })
  }
  return parseBatches(file.json, {
    argument,
    from: account === undefined ? undefined : parseAddress(account, "--account"),
    encode: encodeMethod,
    chainOf(reference, place) {
      const chain =
        typeof reference === "string"
          ? findChain(chains, reference, place)
          : chains.find((one) => chainIdOf(one, config) === reference.chainId)
      if (chain !== undefined) return { slug: chain.slug, name: chain.name, chainId: chainIdOf(chain, config) }
      const problem = `no chain of the project has the chain id ${String((reference as { chainId: number }).chainId)}`
      const known = chains.map((one) => `${one.name} (${chainIdOf(one, config)})`).join(", ")
      throw new InvalidInputError({ argument: place, problem, fix: `Known: ${known}.` })
    },
  })
}

/** Encodes a call that the transaction builder keeps as a method and the text of its arguments. */
function encodeMethod(method: unknown, values: unknown, argument: string): Hex {
  const refuse = (problem: string): InvalidInputError =>
    new InvalidInputError({ argument, problem, fix: "Have the file written again, with data for each transaction." })
  const inputs = isRecord(method) ? method["inputs"] : undefined
  if (!isRecord(method) || !Array.isArray(inputs)) throw refuse("it is no method")
  if (["fallback", "receive"].includes(method["name"] as string) && inputs.length === 0) return "0x"
  const [item] = (parseAbiItems([{ ...method, type: "function", outputs: [] }]) ?? []) as AbiFunction[]
  if (item === undefined) throw refuse("it is no method")
  const args = item.inputs.map((input) => {
    const { name = "" } = input
    if (!isRecord(values) || !Object.hasOwn(values, name)) throw refuse(`it has no value of ${excerpt(name)}`)
    const value = values[name]
    return parseAbiValue(typeof value === "string" ? value : exactJson(value), input, { argument, chains: [] })
  })
  try {
    return encodeFunctionData({ abi: [item], args })
  } catch (error) {
    if (error instanceof BaseError) throw refuse(excerpt(error.shortMessage))
    throw error
  }
}
