import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, decodeFunctionData, type Hex, keccak256, parseTransaction, recoverMessageAddress } from "viem"

import { createAccounts } from "#src/devnet/chain/accounts.js"
import { sealDigest } from "#src/messaging/ids.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import type { FaultContext } from "#src/testing/faults/FaultKind.js"
import { forgedProposals, misdirectedProposals } from "#src/testing/faults/kinds/proposals.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const accounts = createAccounts(1)
const [alpha, beta] = [41_001, 41_002]
const [fast, optimistic, foreign] = [at(0xf1), at(0xf2), at(0xf3)]

/** Two chains of a world, and what was proposed there, in order. */
function open() {
  const done: unknown[] = []
  const chainOf = (name: string, slug: number) => {
    const request = async ({ method, params }: { method: string; params: readonly [Hex] }): Promise<unknown> => {
      await new Promise(setImmediate)
      if (method === "eth_getTransactionReceipt") return { status: "0x1" }
      if (method !== "eth_sendRawTransaction") return "0x1"
      const { to, data } = parseTransaction(params[0])
      const { functionName, args } = decodeFunctionData({ abi: socketAbi, data: data! })
      const [packetId, root, switchboard, signature] = args as readonly [Hex, Hex, Address, Hex]
      const raw = sealDigest({ dstChainSlug: slug, packetId, root })
      const isSigned = (await recoverMessageAddress({ message: { raw }, signature })) === accounts.transmitter.address
      done.push([name, to, functionName, packetId, root, switchboard, isSigned])
      return bytes32(90)
    }
    /** Two packets were proposed before, of which the second was once. */
    const readContract = ({ args: [packetId] }: { args: [Hex] }) =>
      Promise.resolve(packetId === bytes32(103) ? 1n : packetId === bytes32(104) ? 2n : 0n)
    return { name, slug, chainId: slug, provider: { request }, publicClient: { readContract } }
  }
  const chains = { alpha: chainOf("alpha", alpha), beta: chainOf("beta", beta) }
  const contexts = Object.values(chains).map((chain) => ({
    chain,
    contracts: { socket: at(chain.slug), switchboard: fast, optimisticSwitchboard: optimistic },
  }))
  const context = {
    world: { accounts, devnet: { chains }, messaging: { contexts } },
    happen: () => done.push("happened"),
  } as unknown as FaultContext
  return { context, taken: () => done.splice(0) }
}

const message = (id: number, inboundSwitchboard?: Address) => ({
  outbound: { packetId: bytes32(id + 100), packedMessage: bytes32(id + 200) },
  connection: inboundSwitchboard === undefined ? undefined : { inboundSwitchboard },
})
const items = [message(1, fast), message(2, optimistic), message(3, fast), message(4, fast), message(5)]
const proposedOn = (name: string, slug: number, id: number, root: Hex, switchboard: Address) => [
  [name, at(slug).toLowerCase(), "proposeForSwitchboard", bytes32(id + 100), root, switchboard, true],
  "happened",
]

describe("proposals that are wrong", () => {
  it("are of the hash of the root, for the right switchboard, once for each packet, and the honest one is kept back", async () => {
    const { context, taken } = open()
    const { interceptor } = forgedProposals({ fault: "forgedProposals" }, context)
    const forged = (name: string, slug: number) => [
      ...proposedOn(name, slug, 1, keccak256(bytes32(201)), fast),
      ...proposedOn(name, slug, 2, keccak256(bytes32(202)), optimistic),
    ]
    expect(await interceptor?.before?.("propose", alpha, items)).to.deep.equal([])
    expect(taken()).to.deep.equal(forged("alpha", alpha))
    expect(await interceptor?.before?.("propose", beta, items)).to.deep.equal([])
    expect(taken()).to.deep.equal(forged("beta", beta))
    expect(await interceptor?.before?.("attest", beta, items)).to.equal(items)
    expect(taken()).to.deep.equal([])
  })

  it("are of the right root for the other switchboard, on the chain that is named, before the honest ones", async () => {
    const { context, taken } = open()
    const { interceptor } = misdirectedProposals(
      { fault: "misdirectedProposals", chain: "beta", thenHonest: true },
      context,
    )
    expect(await interceptor?.before?.("propose", alpha, items)).to.equal(items)
    expect(taken()).to.deep.equal([])
    const given = [...items, message(6, foreign)]
    expect(await interceptor?.before?.("propose", beta, given)).to.equal(given)
    expect(taken()).to.deep.equal([
      ...proposedOn("beta", beta, 1, bytes32(201), optimistic),
      ...proposedOn("beta", beta, 2, bytes32(202), fast),
      ...proposedOn("beta", beta, 6, bytes32(206), fast),
    ])
  })
})
