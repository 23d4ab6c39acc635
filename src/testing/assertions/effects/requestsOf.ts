import { type Hex, isHash } from "viem"

import { invalid } from "../../arguments.js"
import type { OpenWorld, Sent } from "../../world/OpenWorld.js"
import { runningWorlds } from "../../world/runningWorlds.js"
import { valueOf, worldFor } from "./subject.js"
import type { RequestRecord } from "#src/devnet/gateway/ledger/types.js"
import type { Gateway } from "#src/devnet/gateway/openGateway.js"

export type GatewayTransaction = { readonly world: OpenWorld; readonly gateway: Gateway; readonly txHash: Hex }

/** @param subject what `send` returned, the hash of a transaction of the gateway chain, or a promise of either */
export async function gatewayTransactionOf(subject: unknown, assertion: string): Promise<GatewayTransaction> {
  const value = (await valueOf(subject)) as Partial<Sent> | Hex | undefined
  const txHash = typeof value === "string" ? value : value?.hash
  if (txHash === undefined || !isHash(txHash)) {
    throw invalid(
      assertion,
      "it was given neither something that was sent nor the hash of a transaction",
      `Pass what send of an app gateway returns: expect(app.send.write([…])).to.${assertion === "completed" ? "be." : ""}${assertion}.`,
    )
  }
  await Promise.all(runningWorlds().flatMap(({ gateway }) => (gateway === undefined ? [] : [gateway.sync()])))
  const world = worldFor([value], ({ gateway }) => isKnown(gateway, txHash))
  const { gateway } = world
  if (gateway === undefined) {
    throw invalid(assertion, "the world has no gateway", "Start it with one: createWorld(hre, { gateway: true }).")
  }
  return { world, gateway, txHash }
}

/** The requests that a transaction made, and those that their callbacks made. */
export function requestsOf({ gateway, txHash }: Omit<GatewayTransaction, "world">): readonly RequestRecord[] {
  const requests = gateway.ledger.requestsOf(txHash)
  return [...requests, ...requests.flatMap((request) => openedBy(gateway, request))]
}

function openedBy(gateway: Gateway, { payloads }: RequestRecord): readonly RequestRecord[] {
  return payloads.flatMap(({ payloadId, resolved }) => {
    if (resolved === undefined) return []
    const opened = gateway.ledger.requestsOf(resolved.txHash).filter((request) => request.openedBy === payloadId)
    return [...opened, ...opened.flatMap((request) => openedBy(gateway, request))]
  })
}

function isKnown(gateway: Gateway | undefined, txHash: Hex): boolean {
  if (gateway === undefined) return false
  return gateway.ledger.requestsOf(txHash).length > 0 || gateway.ledger.timeouts({ txHash }).length > 0
}
