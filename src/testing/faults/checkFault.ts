import { payloadStates } from "../../gateway/states.js"
import { messageStates } from "../../messaging/states.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { didYouMean } from "../../primitives/nearest.js"
import { inQuotes } from "../../primitives/text.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import { checkAmount, checkOptions, describeArgument } from "../arguments.js"
import { apis, type DataOf, type FaultData, type FaultName, faultsOfOneChain } from "./FaultData.js"
import { chainsOf } from "../world/findInWorld.js"
import { faultKinds } from "./faultKinds.js"
import { everyPart } from "./stageActors.js"

/**
 * Checks a fault before it begins, for users without TypeScript and for faults that were read from somewhere.
 *
 * @throws {InvalidInputError} there is no such fault, chain, stage, state or API in this world, or a number is out of range
 */
export function checkFault(data: FaultData, world: OpenWorld): void {
  if (typeof data !== "object" || (data as FaultData | null) === null) {
    const fix = 'Write world.faults.apply({ fault: "down", part: "watcher" }).'
    throw new InvalidInputError({ argument: "fault", problem: `${describeArgument(data)} is no fault`, fix })
  }
  requireOneOf("fault", data.fault, Object.keys(faultKinds))
  const { fault, ...options } = data
  checkOptions(`faults.${fault}`, options, optionsOf[fault])
  const served = Object.keys(world.devnet.chains)
  const all = [...chainsOf(world).keys()]
  const values: Readonly<Record<string, unknown>> = { ...data }
  if (values["chain"] !== undefined || faultsOfOneChain.has(data.fault)) {
    requireOneOf("chain", values["chain"], onAnyChain.has(data.fault) ? all : served)
  }
  if ("part" in data) requireOneOf("part", data.part, everyPart)
  if ("api" in data) {
    requireOneOf("api", data.api, apis)
    if (world.devnet[data.api] === undefined) {
      const fix = `Create it with { ${data.api === "swap" ? "market" : "gateway"}: true }.`
      throw new InvalidInputError({ argument: "api", problem: `this world has no ${data.api} API`, fix })
    }
  }
  if (data.fault === "reorg") requireOneOf("at", data.at, [...Object.keys(messageStates), ...payloadStatesOf(world)])
  if (data.fault === "trip") {
    requireOneOf("what", data.what, ["everything", "path", "proposals"])
    if (data.from !== undefined) {
      requireOneOf(
        "from",
        data.from,
        served.filter((name) => name !== data.chain),
      )
      if (data.what !== "path") {
        const [problem, fix] = [`${data.what} has no source chain`, `Leave it out, or trip the path.`]
        throw new InvalidInputError({ argument: "from", problem, fix })
      }
    }
  }
  for (const [key, { least, most = Infinity, integer, required }] of Object.entries(numbers)) {
    const value = values[key]
    if (value === undefined && !required.includes(data.fault)) continue
    const isWithin =
      typeof value === "number" &&
      Number.isFinite(value) &&
      value <= most &&
      (value >= least || (data.fault === "skewedClock" && key === "seconds")) &&
      (!integer || Number.isInteger(value))
    if (isWithin) continue
    const what = integer ? "an integer" : "a number"
    const bounds = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`
    const fix = least === -Infinity ? `Give ${what}.` : `Give ${what} ${bounds}.`
    throw new InvalidInputError({
      argument: key,
      problem: value === undefined ? `${data.fault} requires it` : `${write(value)} is out of range`,
      fix,
    })
  }
  if ("gas" in data && data.gas !== undefined) checkAmount("gas", data.gas)
  for (const [key, type] of Object.entries({ thenHonest: "boolean", drops: "boolean", route: "string" })) {
    const value = values[key]
    if (value === undefined || typeof value === type) continue
    throw new InvalidInputError({
      argument: key,
      problem: `${describeArgument(value)} is no ${type}`,
      fix: `Give a ${type}.`,
    })
  }
  if ("watchers" in data && data.watchers !== undefined && data.watchers > world.accounts.watchers.length) {
    const [problem, fix] = [
      `this world has ${world.accounts.watchers.length}`,
      `Create it with { watchers: ${data.watchers} }.`,
    ]
    throw new InvalidInputError({ argument: "watchers", problem, fix })
  }
}

const ofApi = ["api", "route"] as const
const ofWatchers = ["chain", "watchers"] as const

const optionsOf: { readonly [Kind in FaultName]: readonly Exclude<keyof DataOf<Kind>, "fault">[] } = {
  down: ["part", "chain"],
  slow: ["part", "seconds", "chain"],
  missingAttestations: ofWatchers,
  lateAttestations: ["seconds", ...ofWatchers],
  doubledAttestations: ofWatchers,
  forgedProposals: ["thenHonest", "chain"],
  misdirectedProposals: ["thenHonest", "chain"],
  shuffled: ["seed", "chain"],
  outOfGas: ["gas", "chain"],
  trip: ["chain", "what", "from"],
  reorg: ["chain", "blocks", "at", "drops"],
  risingFees: ["chain", "percent"],
  risingGasPrice: ["chain", "percent"],
  stoppedChain: ["chain"],
  skewedClock: ["chain", "seconds"],
  slowApi: ["seconds", ...ofApi],
  staleApi: ofApi,
  limitedApi: ["retryAfter", "times", ...ofApi],
  failingApi: ["status", "times", ...ofApi],
  cutApi: ["times", ...ofApi],
}

type Range = {
  readonly least: number
  readonly most?: number
  readonly integer: boolean
  /** The faults that it cannot be left out of. */
  readonly required: readonly FaultName[]
}

const numbers: Readonly<Record<string, Range>> = {
  seconds: { least: 0, integer: false, required: ["slow", "lateAttestations", "skewedClock", "slowApi"] },
  watchers: { least: 1, integer: true, required: [] },
  // Each block is mined again, and as many are mined before if the chain is too young.
  blocks: { least: 1, most: 1_000, integer: true, required: ["reorg"] },
  percent: { least: 0, integer: false, required: ["risingFees", "risingGasPrice"] },
  retryAfter: { least: 0, integer: true, required: ["limitedApi"] },
  times: { least: 1, integer: true, required: [] },
  status: { least: 400, integer: true, required: [] },
  seed: { least: -Infinity, integer: true, required: ["shuffled"] },
}

/** These can be about the gateway chain too. */
const onAnyChain: ReadonlySet<string> = new Set([
  "down",
  "slow",
  "shuffled",
  "reorg",
  "risingGasPrice",
  "stoppedChain",
  "skewedClock",
])

function payloadStatesOf({ gateway }: OpenWorld): readonly string[] {
  return gateway === undefined ? [] : Object.keys(payloadStates)
}

function write(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value)
}

function requireOneOf(argument: string, value: unknown, known: readonly string[]): void {
  if (typeof value === "string" && known.includes(value)) return
  throw new InvalidInputError({
    argument,
    problem: value === undefined ? "it is required" : `there is no ${inQuotes(write(value))}`,
    fix: `Give one of ${known.join(", ")}.${didYouMean(value, known)}`,
  })
}
