import path from "node:path"

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Client } from "viem"

import { writeSafeFiles } from "../call/writeSafeFiles.js"
import { calldataList, nothingToHandOver, type SafeFile, safeFileLine } from "../output/wiring.js"
import { forkChain } from "./forkChain.js"
import type { PlannedProject } from "./planProject.js"
import type { WireArguments } from "./readWireMode.js"
import { CallNotShownError } from "#src/messaging/onchain/connection/connectCallErrors.js"
import { requireSafe } from "#src/messaging/reading/safe/requireSafe.js"
import { batchCalls, type HandedCall, toHandedCall } from "#src/messaging/wiring/handover/createSafeBatches.js"
import { throughTimelock, type TimelockedChange } from "#src/messaging/wiring/handover/throughTimelock.js"
import { checkChange } from "#src/messaging/wiring/plan/prepareChange.js"
import type { WiringChange } from "#src/messaging/wiring/plan/WiringPlan.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { publicClientOf } from "#src/plugin/connection/chains/clientsOf.js"
import { parseAddress } from "#src/primitives/address.js"
import type { Printer } from "#src/terminal/terminal.js"

type HandOverOptions = { readonly out: Printer; readonly isJson: boolean; readonly now: number }

/** What JSON says of what was handed over. The calls of owners that are no timelocks are in the plan. */
export type HandedOver = {
  readonly safeFiles?: readonly SafeFile[]
  readonly timelocked?: readonly Record<string, unknown>[]
}

/**
 * Hands over what another account must send: as files for Safe, or as the calls themselves, once each was seen to make its connection and to do
 * nothing else. What a timelock must make is handed to who proposes to it: one file to schedule, and one to execute after the delay.
 *
 * @throws {InvalidInputError} a file cannot be written, or its account is not known as a Safe
 * @throws {CallNotShownError} not even a fork shows what a call does
 */
export async function handOver(
  hre: HardhatRuntimeEnvironment,
  { plan, chains, errorAbis }: Pick<PlannedProject, "plan" | "chains" | "errorAbis">,
  { safe, calldata, timelock }: Pick<WireArguments, "safe" | "calldata" | "timelock">,
  { out, isJson, now }: HandOverOptions,
): Promise<HandedOver> {
  if (safe === undefined && !calldata) return {}
  const changes = plan.changes.filter(({ status }) => status === "elsewhere")
  const clientOf = ({ chain: name }: WiringChange): Client => {
    const chain = chains[name]
    if (chain === undefined || !("publicClient" in chain)) throw new Error(`The plan was made with a chain ${name}.`)
    return chain.publicClient
  }
  const proposer = timelock === undefined ? undefined : parseAddress(timelock, "--timelock")
  const direct: HandedCall[] = []
  const timelocked: (TimelockedChange & { readonly change: WiringChange })[] = []
  for (const change of changes) {
    const client = clientOf(change)
    if (!change.isShown) await showOnFork(hre, change, { client, errorAbis })
    const through = proposer === undefined ? undefined : await throughTimelock(change, { client, proposer })
    if (through === undefined) direct.push(toHandedCall(change))
    else timelocked.push({ ...through, change })
  }
  const executing = timelocked.map(({ execute }) => execute)
  const first = [...direct, ...timelocked.flatMap(({ schedule }) => schedule ?? [])]
  const { safeCode } = hre.config.plugs.trust ?? {}
  for (const { change, sender } of safe === undefined ? [] : [...first, ...executing]) {
    if (sender === undefined) continue
    const { chain, socket } = change
    await requireSafe({ client: clientOf(change), socket }, { address: sender, chain, safeCode, otherwise })
  }
  const files =
    safe === undefined
      ? []
      : [
          ...(await writeSafeFiles(safe, batchCalls(first, now))),
          ...(await writeSafeFiles(executeFile(safe), batchCalls(executing, now))),
        ]
  if (!isJson) {
    if (changes.length === 0) out.line(nothingToHandOver)
    else if (calldata) out.show(calldataList([...first, ...executing]))
    out.show(files.map(safeFileLine))
    for (const { timelock: by, delay, change } of timelocked)
      out.line(`${by} on ${change.chain} executes it ${delay} s after it was scheduled, and not before.`)
  }
  return {
    ...(safe === undefined ? {} : { safeFiles: files }),
    ...(proposer === undefined ? {} : { timelocked: timelocked.map(timelockedFields) }),
  }
}

const otherwise =
  "For a TimelockController, name with --timelock who proposes to it. For any other account, use --calldata."

/** Such as `wiring.execute.json` beside `wiring.json`. */
function executeFile(file: string): string {
  const { dir, name, ext } = path.parse(file)
  return path.join(dir, ext === ".json" ? `${name}.execute.json` : `${name}${ext}.execute`)
}

/** Where the chain's own node cannot show what a call does, a fork of the chain can. */
async function showOnFork(
  hre: HardhatRuntimeEnvironment,
  change: WiringChange,
  { client, errorAbis }: Pick<PlannedProject, "errorAbis"> & { readonly client: Client },
): Promise<void> {
  const entry = chainsOf(hre.config.plugs).find(({ name }) => name === change.chain)
  if (entry === undefined) throw new Error(`There is no chain ${change.chain}.`)
  const fork = await forkChain(hre, entry, { chainId: change.chainId, client })
  try {
    const isShown = await checkChange(change, publicClientOf(fork.connection), errorAbis)
    await fork.requireSame()
    if (!isShown) throw new CallNotShownError(change)
  } finally {
    await fork.close()
  }
}

function timelockedFields(one: TimelockedChange & { readonly change: WiringChange }): Record<string, unknown> {
  const { timelock, delay, salt, change, schedule, execute } = one
  const call = ({ sender, to, data }: HandedCall) => ({ sender, to, data })
  return {
    ...{ chainName: change.chain, srcPlug: change.plug, dstChainName: change.siblingChain, timelock, delay, salt },
    ...{ schedule: schedule === undefined ? null : call(schedule), execute: call(execute) },
  }
}
