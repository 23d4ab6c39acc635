import type { Abi, Client } from "viem"
import { call as simulateCall } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { explainProtocolError } from "../../onchain/callErrors.js"
import { checkConnectCall } from "../../onchain/connection/checkConnectCall.js"
import { connectCall, type Connection } from "../../onchain/connection/connectCall.js"
import { readCall } from "../../onchain/connection/readCall.js"
import { encodeCall } from "../../onchain/plugCall.js"
import type { WiredPlug } from "./listConnections.js"
import type { ChainState } from "./readChainState.js"
import type { WiredConnection, WiringChange } from "./WiringPlan.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

export type PlannedChange = WiredConnection &
  Pick<WiringChange, "kind" | "sibling" | "switchboard" | "switchboardKind" | "before" | "warnings">

/** Encodes the call of a change, finds who must send it, and simulates it from there, unless it is `blocked` in any case. */
export async function prepareChange(
  change: PlannedChange,
  context: {
    state: ChainState
    siblingChainId?: number | undefined
    wired: WiredPlug
    blocked: string | undefined
    errorAbis: readonly Abi[]
  },
): Promise<WiringChange> {
  const { state, siblingChainId, wired, errorAbis } = context
  const { abi, functionName, args } = connectCall(wired[change.kind], { ...change, siblingChainId })
  const data = encodeCall({ abi, functionName, args })
  const owner = state.plugs.get(change.plug)?.owner
  const sender = owner ?? wired.owner ?? state.account
  const { chainId, socket } = state
  const encoded = { ...change, chainId, socket, functionName, data, call: readCall(abi, data), abi, owner, sender }
  const { blocked = context.blocked, isShown = false } =
    context.blocked === undefined ? await findObstacle(encoded, state.client, errorAbis) : {}
  if (blocked !== undefined) return { ...encoded, isShown, status: "blocked", reason: blocked }
  const isOwn = sender !== undefined && state.account !== undefined && isAddressEqual(sender, state.account)
  if (isOwn) return { ...encoded, isShown, status: "ready", reason: undefined }
  const reason = sender === undefined ? "the plug's owner must send it" : `${sender} must send it`
  return { ...encoded, isShown, status: "elsewhere", reason }
}

type SimulatedChange = Pick<WiringChange, "plug" | "data" | "abi" | "functionName" | "sender">

/** Simulates a change from who must send it. Throws if it would revert. */
export async function simulateChange(
  { plug, data, abi, functionName, sender }: SimulatedChange,
  client: Client,
  errorAbis: readonly Abi[],
): Promise<void> {
  // A call from the zero address says nothing about any account.
  if (sender === undefined) return
  try {
    await simulateCall(client, { account: sender, to: plug, data })
  } catch (error) {
    throw explainProtocolError(error, { address: plug, functionName }, [abi, ...errorAbis])
  }
}

/** Refuses a change that would do anything but make its connection. Returns whether the node has shown what it does. */
export async function checkChange(
  change: SimulatedChange & Pick<WiringChange, "socket" | "owner" | "before" | keyof Connection>,
  client: Client,
  errorAbis: readonly Abi[],
): Promise<boolean> {
  const transaction = { ...change, wanted: change, before: change.before.sibling }
  const isShown = await checkConnectCall(client, transaction, errorAbis)
  // Where nothing is shown, it may still revert.
  if (!isShown) await simulateChange(change, client, errorAbis)
  return isShown
}

async function findObstacle(
  ...check: Parameters<typeof checkChange>
): Promise<{ readonly blocked?: string; readonly isShown?: boolean }> {
  try {
    return { isShown: await checkChange(...check) }
  } catch (error) {
    if (isPlugsError(error)) return { blocked: error.shortMessage }
    throw error
  }
}
