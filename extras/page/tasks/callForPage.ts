import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Abi, AbiFunction, AbiParameter } from "viem"
import { getCode } from "viem/actions"
import { toFunctionSelector } from "viem/utils"

import { requireThisDevnet } from "./requireThisDevnet.js"
import type { PageCall, PageFunction } from "#extras/page/src/PageEvent.js"
import type { AskedCall, PlacedPlug } from "#extras/page/src/routes.js"
import { findArtifact } from "#src/explaining/source/sourceMaps.js"
import { findSenders } from "#src/linting/findSenders.js"
import { parseSignature } from "#src/messaging/onchain/plugCall.js"
import { parseAbiItems } from "#src/plugin/contracts/BookEntry.js"
import { describeForTask } from "#src/plugin/run/describeForTask.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { quote } from "#src/primitives/commands/commandLine.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { formatAmount, parseCurrency } from "#src/primitives/numbers/amount.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { findOwnContract, type OwnContract } from "#tasks/messaging/call/findOwnContract.js"
import { openPlugChain } from "#tasks/messaging/call/openPlugChain.js"
import { parseAbiValue } from "#tasks/messaging/call/parseAbiValue.js"
import { parseCall } from "#tasks/messaging/call/parseCall.js"
import { findMessagesToPrice } from "#tasks/messaging/fees/findMessagesToPrice.js"
import { readBuilt } from "#tasks/plugs/lint/readSources.js"

type Where = Pick<TaskIo, "signal"> & { readonly port: number }

/**
 * Lists the functions of a plug that send messages, as the compiler's syntax trees show them. Where the project has none of the contract,
 * those that can be paid.
 *
 * @throws {InvalidInputError} the project has built no contract with this code and has none by this address, or its chains are others
 */
export async function listFunctions(
  plug: PlacedPlug,
  hre: HardhatRuntimeEnvironment,
  where: Where,
): Promise<readonly PageFunction[]> {
  const { contract, source } = await findPlug(plug, hre, where)
  await using chain = await openPlugChain(hre, source, where.signal)
  // What a script has deployed by now may have been built since this process has looked.
  await hre.artifacts.clearCache()
  const code = await getCode(chain.publicClient, { address: contract.address })
  const built = code && (await findArtifact(hre.artifacts, code))
  const abi = built ? parseAbiItems(built.abi) : contract.abi
  if (abi === undefined) {
    const problem = "the project has built no contract with the code that is there"
    throw new InvalidInputError({ argument: "plug", problem, fix: "Build it as it was deployed: npx hardhat build." })
  }
  const name = built ? `${built.sourceName}:${built.contractName}` : (contract.source ?? "")
  return sendingFunctions(abi, findSenders(await readBuilt(hre.artifacts).catch(() => [])).get(name))
}

/**
 * The functions that send messages.
 *
 * @param senders their selectors, as far as syntax trees show them. Default: those that can be paid, but for `inbound`, which the socket alone
 * may call
 */
export function sendingFunctions(abi: Abi, senders?: readonly string[]): readonly PageFunction[] {
  return abi
    .filter((item) => item.type === "function")
    .filter((item) => senders?.includes(toFunctionSelector(item)) ?? canSend(item))
    .map(functionFields)
}

/** Says what a call of a plug costs at this moment, and the command that sends it; or what is wrong with a value. */
export async function priceCall(asked: AskedCall, hre: HardhatRuntimeEnvironment, where: Where): Promise<PageCall> {
  const own = await findPlug(asked, hre, where)
  const { contract, source, chains, book } = own
  const { inputs } = parseSignature(asked.signature)
  const value = asked.value.trim()
  const checks = inputs.map((input, index) => () => {
    parseAbiValue(asked.args[index] ?? "", input, { argument: input.name ?? "", chains })
  })
  const problems = [...checks, () => value && parseCurrency(value, "--value")].map(problemOf)
  if (problems.some((problem) => problem !== null)) return { problems, command: null, fee: null, says: "" }

  // With its name no value is taken for an option.
  const args = inputs.map(({ name = "" }, index) => `${name}=${asked.args[index] ?? ""}`)
  const plug = book.nameOf(source.slug, contract.address) ?? contract.address
  const options = ["--from", source.name, ...(value === "" ? [] : ["--value", value])]
  const words = [plug, asked.signature, ...args, ...options]
  const command = `npx hardhat messaging send ${words.map(quote).join(" ")}`
  try {
    await using chain = await openPlugChain(hre, source, where.signal)
    const call = parseCall({ signature: asked.signature, args, chains, contract })
    const question = { kind: "call", ...call, value: parseCurrency(value || "0", "--value") } as const
    const priced = await findMessagesToPrice(chain, question, own)
    const fee = "fee" in priced ? priced.fee : 0n
    const to = priced.messages.map((message) => message.to.name).join(", ")
    return { problems, command, fee: String(fee), says: `${formatAmount(fee, 18, chain.native.symbol)} to ${to}` }
  } catch (error) {
    if (!isPlugsError(error)) throw error
    return { problems, command, fee: null, says: (await describeForTask(error, hre)).message }
  }
}

async function findPlug(
  { slug, address }: PlacedPlug,
  hre: HardhatRuntimeEnvironment,
  { port }: Where,
): Promise<OwnContract> {
  const { name } = await requireThisDevnet(slug, hre, port)
  return await findOwnContract(hre, { text: address, argument: "plug", from: name, others: [] })
}

function canSend({ name, stateMutability }: AbiFunction): boolean {
  return stateMutability === "payable" && name !== "inbound"
}

/** A function as a form shows it: its signature is one that a command line takes. */
export function functionFields({ name, inputs }: AbiFunction): PageFunction {
  const fields = inputs.map((input, index) => {
    return { name: input.name || `arg${index + 1}`, type: writtenType(input) }
  })
  return { signature: `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(", ")})`, inputs: fields }
}

/** A type as signatures have it: of a struct, its fields. */
function writtenType({ type, ...more }: AbiParameter): string {
  const components = "components" in more ? more.components : undefined
  if (components === undefined) return type
  const fields = components.map((field) => `${writtenType(field)} ${field.name ?? ""}`.trim())
  return type.replace("tuple", `(${fields.join(", ")})`)
}

/** What is wrong with a value, without its name; `null` if nothing is. */
function problemOf(check: () => unknown): string | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof InvalidInputError) return error.explanation
    throw error
  }
}
