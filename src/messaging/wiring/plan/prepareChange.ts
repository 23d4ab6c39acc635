import type { Abi, Client } from "viem"
import { call as simulateCall } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { isPlugsError } from "../../../primitives/PlugsError.js"
import { explainProtocolError } from "../../onchain/callErrors.js"
import { connectCall, type Connection } from "../../onchain/connection/connectCall.js"
import { encodeCall } from "../../onchain/plugCall.js"
import type { WiringCall } from "../readWiring.js"
import type { WiredPlug } from "./listConnections.js"
import type { ChainState } from "./readChainState.js"
import type { WiredConnection, WiringChange } from "./WiringPlan.js"

/** A change before it is known who can send it, and how. */
export type PlannedChange = WiredConnection & Pick<WiringChange, "kind" | "sibling" | "switchboard" | "before">

/**
 * Encodes the call of a change, finds out who must send it, and simulates it from there.
 *
 * @param context.blocked why it must not be sent in any case
 * @throws {InvalidInputError} the function of the wiring does not take what a connection has
 */
export async function prepareChange(
  change: PlannedChange,
  context: { state: ChainState; wired: WiredPlug; blocked: string | undefined; errorAbis: readonly Abi[] },
): Promise<WiringChange> {
  const { state, wired, errorAbis } = context
  const { abi, functionName, args } = wiringCall(wired[change.kind], change)
  const data = encodeCall({ abi, functionName, args })
  const sender = state.plugs.get(change.plug)?.owner ?? wired.owner ?? state.account
  const { chainId, socket } = state
  const encoded = { ...change, chainId, socket, functionName, data, abi, sender }
  const blocked = context.blocked ?? (await findRevert(encoded, state.client, errorAbis))
  if (blocked !== undefined) return { ...encoded, status: "blocked", reason: blocked }
  const isOwn = sender !== undefined && state.account !== undefined && isAddressEqual(sender, state.account)
  if (isOwn) return { ...encoded, status: "ready", reason: undefined }
  const reason = sender === undefined ? "the plug's owner must send it" : `${sender} must send it`
  return { ...encoded, status: "elsewhere", reason }
}

/** The call of a wiring's function, whose arguments can be given in an order. */
export function wiringCall({ signature, args }: WiringCall, connection: Connection): ReturnType<typeof connectCall> {
  const values = args?.map((argument) =>
    typeof argument === "string" && Object.hasOwn(roles, argument)
      ? connection[argument as keyof Connection]
      : argument,
  )
  return connectCall({ signature, args: values }, connection)
}

const roles: Readonly<Record<keyof Connection, true>> = { siblingChainSlug: true, sibling: true, switchboard: true }

/**
 * Simulates a change from who must send it.
 *
 * @throws {CallRevertedError} it would revert
 * @throws {NodeFailedError} the node did not answer
 */
export async function simulateChange(
  { plug, data, abi, functionName, sender }: Pick<WiringChange, "plug" | "data" | "abi" | "functionName" | "sender">,
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

async function findRevert(...simulation: Parameters<typeof simulateChange>): Promise<string | undefined> {
  try {
    await simulateChange(...simulation)
    return undefined
  } catch (error) {
    if (isPlugsError(error)) return error.shortMessage
    throw error
  }
}
