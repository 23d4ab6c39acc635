import type { Address } from "viem"

import { connectCall } from "../../onchain/connection/connectCall.js"
import { readFunction } from "../readWiring.js"
import type { WiringFunction } from "../Wiring.js"
import { checkSlug } from "#src/primitives/checks.js"

/** What is used of Hardhat Ignition's module builder, by its shape: this package does not depend on Ignition. */
export type ModuleBuilder = {
  call(contract: never, functionName: never, args: never, options: never): unknown
}

/** One connection of a contract that a module deploys. */
export type ModuleConnection<Argument> = {
  readonly siblingChainSlug: number
  /** The contract on the other chain: an address, or what stands for one in a module, such as `m.getParameter("sibling")`. */
  readonly sibling: Address | Argument
  /** A switchboard of the module's own chain: an address, or what stands for one. */
  readonly switchboard: Address | Argument
}

/** What is connected, and how. */
export type WireInModuleOptions<Argument> = {
  readonly connections: readonly ModuleConnection<Argument>[]
  /** The function that connects the contract. Default: `connect(uint32,address,address)`. */
  readonly connect?: WiringFunction | undefined
  /** What must happen before, as Ignition takes it. */
  readonly after?: readonly unknown[] | undefined
}

/**
 * Connects a contract in a module of Hardhat Ignition, so that deploying and wiring is one step. Ignition records what it has sent and goes on where
 * it was stopped, as for any call.
 *
 * A module runs on one chain, so each chain has its own deployment. The siblings' addresses must be known by then: from an earlier deployment, or
 * because both were predicted, as with Ignition's CREATE2 strategy.
 *
 * @returns the futures of the calls, in the order of the connections
 * @throws {InvalidInputError} the function does not take the parts of a connection, or a slug is malformed
 * @example
 * export default buildModule("Greeter", (m) => {
 *   const greeter = m.contract("Greeter", [m.getParameter("socket"), m.getAccount(0)])
 *   wireInModule(m, greeter, {
 *     connections: [{ siblingChainSlug: 10, sibling: m.getParameter("onOptimism"), switchboard: m.getParameter("fast") }],
 *   })
 *   return { greeter }
 * })
 */
export function wireInModule<Builder extends ModuleBuilder, Argument = never>(
  builder: Builder,
  contract: Parameters<Builder["call"]>[0],
  { connections, connect, after }: WireInModuleOptions<Argument>,
): ReturnType<Builder["call"]>[] {
  const way = readFunction(connect, "connect") ?? { signature: undefined, args: undefined }
  return connections.map(({ siblingChainSlug, sibling, switchboard }) => {
    const slug = checkSlug(siblingChainSlug, "siblingChainSlug")
    // What stands for an address has none yet, so the call is made with others in their place.
    const standIns = { siblingChainSlug: slug, sibling: siblingStandIn, switchboard: switchboardStandIn }
    const { functionName, args } = connectCall(way, standIns)
    const given = args.map((arg) => (arg === siblingStandIn ? sibling : arg === switchboardStandIn ? switchboard : arg))
    const options = { id: `${functionName}_${slug}`, ...(after === undefined ? {} : { after }) }
    return builder.call(contract, functionName as never, given as never, options as never) as ReturnType<
      Builder["call"]
    >
  })
}

const siblingStandIn: Address = "0x0000000000000000000000000000000000005151"
const switchboardStandIn: Address = "0x0000000000000000000000000000000000005757"
