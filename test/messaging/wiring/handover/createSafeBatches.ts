import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, decodeFunctionData, zeroAddress } from "viem"

import { createSafeBatches, plugAbi } from "#src/messaging/index.js"
import { prepareChange } from "#src/messaging/wiring/plan/prepareChange.js"
import type { WiringChange } from "#src/messaging/wiring/plan/WiringPlan.js"

describe("createSafeBatches", () => {
  const [one, another, plug]: Address[] = ["1", "2", "3"].map((digit): Address => `0x${digit.repeat(40)}`)

  async function changeOf(chain: string, chainId: number, sender: Address): Promise<WiringChange> {
    const before = { sibling: zeroAddress, inboundSwitchboard: zeroAddress, outboundSwitchboard: zeroAddress }
    const call = { signature: undefined, args: undefined }
    const connection = {
      application: "app",
      chain,
      chainSlug: chainId,
      plug: plug!,
      siblingChain: "gamma",
      siblingChainSlug: 7,
    }
    const wired = { application: "app", chain, plug: plug!, owner: sender, connect: call, disconnect: call }
    const state = { chainId, client: {} as never, socket: plug!, account: undefined, plugs: new Map() }
    const change = {
      kind: "connect",
      ...connection,
      sibling: one!,
      switchboard: another!,
      switchboardKind: "FAST",
      before,
      warnings: [],
    } as const
    return {
      ...(await prepareChange(change, { state, wired, blocked: "not simulated", errorAbis: [] })),
      status: "elsewhere",
    }
  }

  it("makes one file for each chain and owner, in text, with the calls of the plan", async () => {
    const changes = await Promise.all([
      changeOf("alpha", 41001, one!),
      changeOf("alpha", 41001, one!),
      changeOf("alpha", 41001, another!),
      changeOf("beta", 41002, one!),
    ])
    const batches = createSafeBatches(changes, 1_700_000_000_000)
    expect(
      batches.map(({ chain, safe, batch }) => [chain, safe, batch.chainId, batch.transactions.length]),
    ).to.deep.equal([
      ["alpha", one, "41001", 2],
      ["alpha", another, "41001", 1],
      ["beta", one, "41002", 1],
    ])
    const [transaction] = batches[0]!.batch.transactions
    expect(transaction).to.include({ to: plug, value: "0" })
    expect(decodeFunctionData({ abi: plugAbi, data: transaction!.data })).to.deep.equal({
      functionName: "connect",
      args: [7, one, another],
    })
  })

  it("has the checksum that the transaction builder computes from the rest of the file", async () => {
    const [first] = createSafeBatches([await changeOf("alpha", 41001, one!)], 1_700_000_000_000)
    // Computed by the transaction builder's own algorithm from this very file, without its checksum and with null as its name.
    expect(first!.batch.meta.checksum).to.equal("0x2f8940a63896991d8fea4533b785a7ee43a1f46548d0cddd74ddadef392f28c5")
  })

  it("says of each call what it does, also of one that disconnects, and leaves out what nobody is known to send", async () => {
    const connect = await changeOf("alpha", 41001, one!)
    const disconnect = { ...connect, kind: "disconnect" } as const
    const unowned = { ...connect, sender: undefined }
    const calls = `connect(uint32 7, address ${one}, address ${another})`
    const [first, ...others] = createSafeBatches([connect, unowned, disconnect], 1_700_000_000_000)
    expect(others).to.deep.equal([])
    expect(first!.batch.transactions).to.have.length(2)
    expect(first!.batch.meta.description).to.equal(
      `connect ${plug} to ${one} on gamma by FAST switchboard ${another}: ${calls}; disconnect ${plug} from gamma: ${calls}`,
    )
    expect(createSafeBatches([unowned], 1_700_000_000_000)).to.deep.equal([])
    // Who signs has to look at one that nobody knows.
    const [foreign] = createSafeBatches([{ ...connect, switchboardKind: undefined }], 1_700_000_000_000)
    expect(foreign!.batch.meta.description).to.contain(`by unknown switchboard ${another}: `)
  })
})
