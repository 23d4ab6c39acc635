import {
  type Abi,
  type Address,
  decodeAbiParameters,
  decodeFunctionData,
  getAddress,
  type Hex,
  parseTransaction,
  recoverTransactionAddress,
} from "viem"

import type { JourneyEntry } from "../../devnet/journeyLog.js"
import { gatewayChain } from "../../devnet/options.js"
import { literal, property } from "../../primitives/writeCall.js"

/** What the project has built of a contract. */
export type BuiltContract = {
  /** With its file, if others have the same name. */
  readonly name: string
  readonly abi: Abi
  readonly bytecode: string
}

/** What is known of the devnet on which requests were made. */
export type RequestFacts = {
  readonly built: readonly BuiltContract[]
  /** The first account of each chain, which sends where a test names none. */
  readonly accounts: Readonly<Record<string, Address>>
  /** The accounts of actors and faults, in small letters. */
  readonly actors: ReadonlySet<string>
  /** Where the transaction of a hash has deployed a contract. */
  readonly created: ReadonlyMap<unknown, Address>
  /** How a test writes the addresses of the protocol, by chain and address. */
  readonly addresses: ReadonlyMap<string, string>
}

type RequestEntry = Extract<JourneyEntry, { readonly kind: "request" }>

/**
 * Creates a function that writes requests as lines of a test, in their order: with the names and functions of the project's contracts
 * where it knows them, and as they were otherwise.
 *
 * @returns `undefined` for what actors and faults did, and for what does nothing in a test
 */
export function createRequestWriter(facts: RequestFacts): (entry: RequestEntry) => Promise<string | undefined> {
  const addresses = new Map(facts.addresses)
  const contracts = new Map<
    string,
    { readonly variable: string; readonly abi: Abi; readonly deployer: Address | undefined }
  >()
  const taken = new Set<string>()
  /** The chains whose blocks a user mines. */
  const unmined = new Set<string>()

  /** On its own chain, but what a contract is told of its own address is rather about a sibling. */
  function namesFor(chain: string, called?: string): (text: string) => string | undefined {
    return (text) => {
      const own = keyOf(chain, text)
      const other = [...addresses.keys()].find((key) => key !== own && key.endsWith(` ${text.toLowerCase()}`))
      return addresses.get(own !== called && addresses.has(own) ? own : (other ?? own))
    }
  }

  function writeDeployment({ chain, answer }: RequestEntry, { data, value, by }: Sent): string | undefined {
    const address = facts.created.get(answer)
    const fits = facts.built.filter(({ bytecode }) => bytecode.length > 2 && data.startsWith(bytecode))
    for (const { name, abi, bytecode } of fits.sort((one, other) => other.bytecode.length - one.bytecode.length)) {
      const inputs = abi.find((item) => item.type === "constructor")?.inputs ?? []
      const args = tryTo(() => decodeAbiParameters(inputs, `0x${data.slice(bytecode.length)}`))
      if (address === undefined || args === undefined) continue
      const variable = newName(name.replace(/^.*:/s, ""), chain, taken)
      contracts.set(keyOf(chain, address), { variable, abi, deployer: by })
      const options = literal({ account: by, value: value === 0n ? undefined : value })
      const isApp = chain === gatewayChain.name
      const parameters = [isApp ? "" : literal(chain), literal(name), literal(args, namesFor(chain)), options]
      addresses.set(keyOf(chain, address), `${variable}.address`)
      const deploy = isApp ? "deployApp" : "deploy"
      return `const ${variable} = await world.${deploy}(${parameters.filter((text) => text !== "").join(", ")})`
    }
    return undefined
  }

  function writeCall({ chain, hasFailed }: RequestEntry, { to, data, value, gas, by }: Sent): string | undefined {
    const key = keyOf(chain, String(to))
    const called = contracts.get(key)
    if (called === undefined) return undefined
    const call = tryTo(() => decodeFunctionData({ abi: called.abi, data }))
    if (call === undefined) return undefined
    // Who has deployed a contract sends its calls, too.
    const { variable, deployer } = called
    const contract = by === deployer ? variable : `${variable}.as(${literal(by ?? facts.accounts[chain])})`
    const args = literal(call.args ?? [], namesFor(chain, key))
    // `send` pays for messages, and attaches what they cost if it is not told how much.
    if (value === 0n && !hasFailed) return `await ${contract}.write${property(call.functionName)}(${args})`
    const options = literal({ attached: value, gas: hasFailed ? gas : undefined })
    return `await ${contract}.send${property(call.functionName)}(${args}, ${options})`
  }

  return async (entry) => {
    const { chain, method, params, hasFailed } = entry
    if (method === "evm_setAutomine") unmined[params[0] === false ? "add" : "delete"](chain)
    if (method.endsWith("_mine") && !unmined.has(chain)) return undefined
    const first = facts.accounts[chain]
    const sent = await readSent(entry, first).catch(() => undefined)
    if (sent?.by !== undefined && facts.actors.has(sent.by.toLowerCase())) return undefined
    // Nothing is mined, so a test must not wait for a receipt.
    const known = unmined.has(chain) ? undefined : sent
    const line =
      (known && (known.to === undefined ? writeDeployment(entry, known) : writeCall(entry, known))) ??
      `await ${writeChain(chain)}.provider.request(${literal({ method, params: hasFailed ? params : params.map(atAnyPrice) })})`
    return hasFailed ? `${line}.catch(() => undefined) // It fails.` : line
  }
}

/** `by` is who sends it, if not the first account of the chain. */
type Sent = Record<"by" | "to", Address | undefined> & { data: Hex; value: bigint; gas: bigint | undefined }

async function readSent({ method, params }: RequestEntry, first: Address | undefined): Promise<Sent | undefined> {
  const by = (from: Address): Address | undefined => (getAddress(from) === first ? undefined : getAddress(from))
  if (method === "eth_sendRawTransaction") {
    const serializedTransaction = params[0] as Parameters<typeof recoverTransactionAddress>[0]["serializedTransaction"]
    const { to, data = "0x", value = 0n, gas } = parseTransaction(serializedTransaction)
    return { by: by(await recoverTransactionAddress({ serializedTransaction })), to: to ?? undefined, data, value, gas }
  }
  if (method !== "eth_sendTransaction") return undefined
  const call = params[0] as Readonly<Record<"from" | "to" | "data" | "input" | "value" | "gas", Hex | null | undefined>>
  return {
    by: call.from ? by(call.from) : undefined,
    to: call.to ?? undefined,
    data: call.data ?? call.input ?? "0x",
    value: BigInt(call.value ?? 0),
    gas: call.gas ? BigInt(call.gas) : undefined,
  }
}

/** The price of gas is another one in a test. */
function atAnyPrice(param: unknown): unknown {
  if (typeof param !== "object" || param === null || !("from" in param)) return param
  return { ...param, ...{ gasPrice: undefined, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined } }
}

/** Writes where a test finds a chain. */
export function writeChain(name: string): string {
  return name === gatewayChain.name ? "world.devnet.gateway.chain" : `world.chains${property(name)}`
}

export function keyOf(chain: string, address: string): string {
  return `${chain} ${address.toLowerCase()}`
}

/** What was sent need not fit any ABI. */
function tryTo<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** A variable such as `greeterOnAlpha`, with a number if others have the name. */
function newName(contract: string, chain: string, taken: Set<string>): string {
  const [one = "", other = ""] = [contract, chain].map((text) => text.replace(/^[\W\d]+|\W/g, ""))
  const name = `${one.charAt(0).toLowerCase()}${one.slice(1)}On${other.charAt(0).toUpperCase()}${other.slice(1)}`
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name}${number}`
  taken.add(free)
  return free
}
