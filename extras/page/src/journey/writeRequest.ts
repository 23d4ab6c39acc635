import {
  type Abi,
  type Address,
  decodeAbiParameters,
  decodeFunctionData,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  isAddress,
  parseTransaction,
  recoverTransactionAddress,
} from "viem"

import type { JourneyEntry } from "#src/devnet/journeyLog.js"
import { gatewayChain } from "#src/devnet/options.js"
import { literal, property, writeOptions } from "#src/primitives/writeCall.js"

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
 * where it knows them, and as they were otherwise: a line with names is written only if it sends the very bytes that were sent, and nothing
 * else was sent with them.
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
  /** Actors as which a user has sent something, too. */
  const impersonated = new Set<string>()

  /** On its own chain, but what a contract is told of its own address is rather about a sibling. */
  function namesFor(chain: string, called?: string): (text: string) => string | undefined {
    return (text) => {
      // As addresses are decoded. Other text that is like one stays as it was.
      if (!isAddress(text) || getAddress(text) !== text) return undefined
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
      if (tryTo(() => encodeDeployData({ abi, bytecode: bytecode as Hex, args })) !== data) continue
      const variable = newName(name.replace(/^.*:/s, ""), chain, taken)
      contracts.set(keyOf(chain, address), { variable, abi, deployer: by })
      const options = writeOptions({ account: by, value: value === 0n ? undefined : value })
      const isApp = chain === gatewayChain.name
      const parameters = [isApp ? "" : literal(chain), literal(name), literal(args, namesFor(chain)), options]
      addresses.set(keyOf(chain, address), `${variable}.address`)
      const deploy = isApp ? "deployApp" : "deploy"
      return `const ${variable} = world.${deploy}(${parameters.filter((text) => text !== "").join(", ")})`
    }
    return undefined
  }

  function writeCall({ chain, hasFailed }: RequestEntry, { to, data, value, gas, by }: Sent): string | undefined {
    const key = keyOf(chain, String(to))
    const called = contracts.get(key)
    if (called === undefined) return undefined
    const call = tryTo(() => decodeFunctionData({ abi: called.abi, data }))
    // What follows the arguments is not decoded, and of functions with one name another one can be taken.
    const { functionName, args: given } = call ?? { functionName: "" }
    if (tryTo(() => encodeFunctionData({ abi: called.abi, functionName, args: given })) !== data) return undefined
    // Who has deployed a contract sends its calls, too.
    const { variable, deployer } = called
    const contract = by === deployer ? variable : `${variable}.as(${literal(by ?? facts.accounts[chain])})`
    const args = literal(given ?? [], namesFor(chain, key))
    // `send` pays for messages, and attaches what they cost if it is not told how much.
    if (value === 0n && !hasFailed) return `${contract}.write${property(functionName)}(${args})`
    const options = literal({ attached: value, gas: hasFailed ? gas : undefined })
    return `${contract}.send${property(functionName)}(${args}, ${options})`
  }

  return async (entry) => {
    const { chain, method, params, hasFailed } = entry
    if (method === "evm_setAutomine") unmined[params[0] === false ? "add" : "delete"](chain)
    if (isOneBlock(entry) && !unmined.has(chain)) return undefined
    const first = facts.accounts[chain]
    const sent = await readSent(entry, first).catch(() => undefined)
    if (method === "hardhat_impersonateAccount") impersonated.add(String(params[0]).toLowerCase())
    const by = sent?.by?.toLowerCase()
    if (by !== undefined && facts.actors.has(by) && !impersonated.has(by)) return undefined
    // Nothing is mined, so a test must not wait for a receipt.
    const known = unmined.has(chain) || sent?.hasMore === true ? undefined : sent
    const line =
      (known && (known.to === undefined ? writeDeployment(entry, known) : writeCall(entry, known))) ??
      `${writeChain(chain)}.provider.request(${literal({ method, params: hasFailed ? params : params.map(atAnyPrice) })})`
    if (hasFailed) return `expect(await ${line}.catch(() => "it fails")).to.equal("it fails")`
    return line.replace(/^(const \w+ = )?/, "$1await ")
  }
}

/** Whether it mines one block of its own, and passes no time. */
function isOneBlock({ method, params }: RequestEntry): boolean {
  if (method === "evm_mine") return params.length === 0
  const [blocks = "0x1", interval = "0x0"] = params
  return method === "hardhat_mine" && Number(blocks) === 1 && [0, 1].includes(Number(interval))
}

/** `by` is who sends it, if not the first account of the chain. `hasMore` says that it has parts that no line with names has. */
type Sent = Record<"by" | "to", Address | undefined> & {
  data: Hex
  value: bigint
  gas: bigint | undefined
  hasMore: boolean
}

const written =
  /^(?:from|to|data|input|value|gas|nonce|chainId|type|typeHex|r|s|v|yParity|gasPrice|max(?:Priority)?FeePerGas)$/

function hasMore({ accessList, ...others }: object & { readonly accessList?: unknown }): boolean {
  const hasList = accessList !== undefined && !(Array.isArray(accessList) && accessList.length === 0)
  return hasList || Object.entries(others).some(([name, value]) => !written.test(name) && value !== undefined)
}

async function readSent({ method, params }: RequestEntry, first: Address | undefined): Promise<Sent | undefined> {
  const by = (from: Address): Address | undefined => (getAddress(from) === first ? undefined : getAddress(from))
  if (method === "eth_sendRawTransaction") {
    const serializedTransaction = params[0] as Parameters<typeof recoverTransactionAddress>[0]["serializedTransaction"]
    const signed = parseTransaction(serializedTransaction)
    const { to, data = "0x", value = 0n, gas } = signed
    const signer = by(await recoverTransactionAddress({ serializedTransaction }))
    return { by: signer, to: to ?? undefined, data, value, gas, hasMore: hasMore(signed) }
  }
  if (method !== "eth_sendTransaction") return undefined
  const call = params[0] as Readonly<Record<"from" | "to" | "data" | "input" | "value" | "gas", Hex | null | undefined>>
  return {
    by: call.from ? by(call.from) : undefined,
    to: call.to ?? undefined,
    data: call.data ?? call.input ?? "0x",
    value: BigInt(call.value ?? 0),
    gas: call.gas ? BigInt(call.gas) : undefined,
    hasMore: hasMore(call),
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
