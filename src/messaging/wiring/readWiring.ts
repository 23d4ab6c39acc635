import type { Address } from "viem"

import type { ConnectFunction } from "../onchain/connection/connectCall.js"
import { type SwitchboardKind, switchboardKinds } from "../switchboardKinds.js"
import { checkAddress, describeValue } from "#src/primitives/checks.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { excerpt, inQuotes } from "#src/primitives/text.js"

export type Switchboards = SwitchboardKind | ReadonlyMap<string, Address>

export type ReadPair = { readonly between: readonly [string, string]; readonly switchboards: Switchboards }

export type ReadApplication = {
  readonly name: string
  /** An address or a name by chain. */
  readonly contracts: ReadonlyMap<string, string>
  readonly pairs: readonly ReadPair[]
  readonly owners: ReadonlyMap<string, Address>
  readonly connect: WiringCall
  readonly disconnect: WiringCall
}

export type WiringCall = Pick<ConnectFunction, "signature"> & { readonly args: readonly unknown[] | undefined }

/**
 * Checks a wiring.
 *
 * @param chains the names of the chains that it may use
 * @throws {InvalidInputError} it is not one; the error names the place, such as `wiring.greeters.talk.hub`
 */
export function readWiring(wiring: unknown, chains: readonly string[]): ReadApplication[] {
  const applications = Object.entries(record(wiring, "wiring"))
  if (applications.length === 0) throw refuse("wiring", "it has no application", "Add one, such as greeters: { … }.")
  return applications.map(([name, value]) => readApplication(value, { name, place: `wiring.${name}`, chains }))
}

const known = ["contracts", "talk", "switchboard", "owner", "connect", "disconnect"]

function readApplication(
  value: unknown,
  { name, place, chains }: { name: string; place: string; chains: readonly string[] },
): ReadApplication {
  const application = record(value, place, known)
  const contracts = new Map(
    Object.entries(record(application["contracts"], `${place}.contracts`)).map(([chain, contract]) => {
      const argument = `${place}.contracts.${chain}`
      oneOf(chain, chains, argument, "chain of plugs.chains")
      if (typeof contract !== "string" || contract === "")
        throw refuse(argument, "it is not an address", "Give an address, or the name of a contract.")
      return [chain, contract.startsWith("0x") ? checkAddress(contract, argument) : contract]
    }),
  )
  const own = [...contracts.keys()]
  if (own.length < 2)
    throw refuse(`${place}.contracts`, "it has fewer than two chains", "Add a contract on another one.")
  const switchboards = readSwitchboards(application["switchboard"] ?? "FAST", own, `${place}.switchboard`)
  const connect = readFunction(application["connect"], `${place}.connect`) ?? { signature: undefined, args: undefined }
  return {
    name,
    contracts,
    pairs: readTalk(application["talk"] ?? "all", { own, switchboards, place: `${place}.talk` }),
    owners: readOwners(application["owner"], own, `${place}.owner`),
    connect,
    disconnect: readFunction(application["disconnect"], `${place}.disconnect`) ?? connect,
  }
}

function readTalk(
  talk: unknown,
  { own, switchboards, place }: { own: readonly string[]; switchboards: Switchboards; place: string },
): ReadPair[] {
  if (talk === "all") {
    return own.flatMap((one, index) => own.slice(index + 1).map((other) => ({ between: [one, other], switchboards })))
  }
  if (Array.isArray(talk)) return unique((talk as unknown[]).map((pair, index) => readPair(pair, `${place}[${index}]`)))
  if (!isRecord(talk)) throw refuse(place, `${describeValue(talk)} says not who talks to whom`, talkAdvice)
  const hub = oneOf(record(talk, place, ["hub"])["hub"], own, `${place}.hub`, "chain of the contracts")
  return own.filter((chain) => chain !== hub).map((chain) => ({ between: [hub, chain], switchboards }))

  function readPair(pair: unknown, argument: string): ReadPair {
    const { between, switchboard } = Array.isArray(pair)
      ? { between: pair as unknown[] }
      : record(pair, argument, ["between", "switchboard"])
    if (!Array.isArray(between) || between.length !== 2) throw refuse(argument, "it is not two chains", talkAdvice)
    const [one, other] = (between as unknown[]).map((chain) => oneOf(chain, own, argument, "chain of the contracts"))
    if (one === undefined || other === undefined || one === other)
      throw refuse(argument, "it names one chain twice", "Name two chains.")
    const chosen =
      switchboard === undefined ? switchboards : readSwitchboards(switchboard, own, `${argument}.switchboard`)
    return { between: [one, other], switchboards: chosen }
  }

  function unique(pairs: ReadPair[]): ReadPair[] {
    const seen = new Set<string>()
    for (const { between } of pairs) {
      const key = [...between].sort().join(" ")
      if (seen.has(key)) throw refuse(place, `${between.join(" and ")} come twice`, "Name each pair once.")
      seen.add(key)
    }
    return pairs
  }
}

const talkAdvice = 'Write "all", { hub: "alpha" }, or pairs such as [["alpha", "beta"]].'

function readSwitchboards(value: unknown, own: readonly string[], place: string): Switchboards {
  if (typeof value === "string") return oneOf(value, switchboardKinds, place, "kind of switchboard") as SwitchboardKind
  return addressByChain(value, own, place)
}

function readOwners(value: unknown, own: readonly string[], place: string): ReadonlyMap<string, Address> {
  if (value === undefined) return new Map()
  if (!isRecord(value)) {
    const owner = checkAddress(value, place)
    return new Map(own.map((chain) => [chain, owner]))
  }
  return addressByChain(value, own, place)
}

function addressByChain(value: unknown, own: readonly string[], place: string): Map<string, Address> {
  return new Map(
    Object.entries(record(value, place)).map(([chain, address]) => [
      oneOf(chain, own, `${place}.${chain}`, "chain of the contracts"),
      checkAddress(address, `${place}.${chain}`),
    ]),
  )
}

export function readFunction(value: unknown, place: string): WiringCall | undefined {
  if (value === undefined) return undefined
  const { signature, args } =
    typeof value === "string" ? { signature: value } : record(value, place, ["signature", "args"])
  if (typeof signature !== "string") {
    throw refuse(place, "it is not a function", 'Write its signature, such as "link(uint32,address,address)".')
  }
  const listAdvice = 'Write one for each parameter, such as ["siblingChainSlug", "sibling", "switchboard"].'
  if (args !== undefined && !Array.isArray(args)) throw refuse(`${place}.args`, "it is not a list", listAdvice)
  // A name alone means the parameters of Plug.sol.
  return { signature: signature.includes("(") ? signature : `${signature}(uint32,address,address)`, args }
}

function record(value: unknown, place: string, keys?: readonly string[]): Record<string, unknown> {
  if (!isRecord(value))
    throw refuse(place, "it is not an object", keys === undefined ? "Write { … }." : `Known keys: ${keys.join(", ")}.`)
  for (const key of Object.keys(value)) {
    if (keys !== undefined && !keys.includes(key))
      throw refuse(`${place}.${key}`, "it is not known here", `Known: ${keys.join(", ")}.`)
  }
  return value
}

function oneOf(value: unknown, allowed: readonly string[], argument: string, what: string): string {
  if (typeof value === "string" && allowed.includes(value)) return value
  const problem = `${typeof value === "string" ? inQuotes(value) : "it"} is no ${what}`
  throw refuse(argument, problem, `Known: ${allowed.join(", ")}.`)
}

function refuse(argument: string, problem: string, fix: string): InvalidInputError {
  return new InvalidInputError({ argument: excerpt(argument, 120), problem, fix })
}
