import { type Address, zeroAddress } from "viem"

import type { Reliance, RelianceEdge, RelianceNode } from "../output/trustGraph.js"
import type { NamedTrust } from "../output/trustReport.js"
import { holdersOf } from "#extras/audit/src/trust/reading/readHolders.js"
import type { EndFacts, OwnedContract } from "#extras/audit/src/trust/TrustFacts.js"
import { shortenHex } from "#src/terminal/shortenHex.js"

/** Lists what applications rest on, in the order of their paths. The same key is one thing on all chains. */
export function listReliance(paths: readonly NamedTrust[]): Reliance {
  const nodes = new Map<string, RelianceNode>()
  const edges = new Map<string, RelianceEdge>()
  const alone = paths.map(({ powers }) => powers.filter(({ power, keys }) => power === "forge" && keys.length === 1))
  const forgers = new Set(alone.flat().flatMap(({ keys }) => keys.map(({ address }) => address)))
  const add = (id: string, column: number, title: string, detail: string, isRed = false): string => {
    nodes.set(id, nodes.get(id) ?? { id, column, title, detail, isRed })
    return id
  }
  const link = (from: string, to: string, as: string): void => {
    edges.set(`${from} ${to} ${as}`, { from, to, as })
  }
  const addContract = (
    { chain }: EndFacts,
    { name, address }: Pick<OwnedContract, "name" | "address">,
    column: number,
  ) => add(`${String(chain.slug)} ${address}`, column, name, `${shortenHex(address)} on ${chain.name}`)
  const addAccount = (end: EndFacts, address: Address, from: string, as: string): void => {
    const account = end.accounts.get(address) ?? { kind: "unknown" }
    if (address === zeroAddress) return
    const isKey = account.kind === "key" || account.kind === "delegated key"
    const id = isKey ? address : `${String(end.chain.slug)} ${address}`
    const detail =
      account.kind === "Safe"
        ? `Safe, ${String(account.threshold)} of ${String(account.signers.length)}, on ${end.chain.name}`
        : isKey
          ? account.kind
          : `${account.kind} on ${end.chain.name}`
    const isKnown = edges.has(`${from} ${id} ${as}`)
    add(id, isKey ? 5 : 4, shortenHex(address), detail, forgers.has(address))
    link(from, id, as)
    if (account.kind !== "Safe" || isKnown) return
    for (const signer of account.signers) addAccount(end, signer, id, "signer")
    for (const module of account.modules) addAccount(end, module, id, "module")
  }
  for (const [index, { facts, application, plugName, srcChain, isConnected }] of paths.entries()) {
    const { dst } = facts
    const { plug, socket, executionManager, transmitManager, inbound, siblingSlug: slug } = dst
    const name = plugName ?? shortenHex(plug.address)
    const isRed = alone[index]?.length !== 0
    const plugId = add(`${String(dst.chain.slug)} ${plug.address}`, 1, name, `plug on ${dst.chain.name}`, isRed)
    link(add(`application ${application ?? name}`, 0, application ?? name, "application"), plugId, "plug")
    if (!isConnected) continue
    const own = (contract: OwnedContract, id: string): void => {
      for (const [one, as] of [
        [contract.owner, "owner"],
        [contract.nominee, "next owner"],
      ] as const) {
        if (one) addAccount(dst, one, id, as)
      }
    }
    const socketId = addContract(dst, socket, 2)
    const [board, executing, transmitting] = [
      addContract(dst, inbound, 2),
      addContract(dst, executionManager, 3),
      addContract(dst, transmitManager, 3),
    ]
    link(plugId, board, `switchboard for ${srcChain}`)
    link(plugId, socketId, "socket")
    link(socketId, executing, "execution manager")
    link(socketId, transmitting, "transmit manager")
    const held = [
      [transmitManager, transmitting, { name: "TRANSMITTER_ROLE", slug }, "transmitter"],
      [executionManager, executing, { name: "EXECUTOR_ROLE" }, "executor"],
      [inbound, board, { name: "WATCHER_ROLE", slug }, "watcher"],
      [inbound, board, { name: "TRIP_ROLE" }, "tripper"],
      [socket, socketId, { name: "GOVERNANCE_ROLE" }, "governance"],
    ] as const
    own(plug, plugId)
    for (const [contract, id] of [
      [inbound, board],
      [executionManager, executing],
      [transmitManager, transmitting],
      [socket, socketId],
    ] as const)
      own(contract, id)
    for (const [contract, id, role, as] of held) {
      for (const holder of holdersOf(dst.roles, contract.address, role).holders) addAccount(dst, holder, id, as)
    }
    // Such as the key at the sibling's address, or the governance of the source.
    for (const { keys, code } of alone[index] ?? []) {
      for (const { address, as } of keys) {
        if (nodes.has(address) || nodes.has(`${String(dst.chain.slug)} ${address}`)) continue
        link(plugId, add(address, 5, shortenHex(address), as[0] ?? "", true), code)
      }
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}
