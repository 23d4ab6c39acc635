import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeEventTopics, type Hex } from "viem"
import { privateKeyToAccount } from "viem/accounts"

import { executionManagerAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import { readExecutor } from "#src/messaging/reading/execution/readExecution.js"
import { createViewNode, type ViewLog, type ViewNodeOptions } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { arrivalWith, journeyWith, reportedAs } from "#test/fixtures/wire/messageFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { socket } from "#test/fixtures/wire/outboundLogs.js"

describe("readExecutor", () => {
  const [named, manager] = [at(0xabcdef), at(0x61)]
  const { message } = journeyWith(arrivalWith([]))

  const read = async (
    executor: string | null,
    gasPrice: bigint | null = 1_000n,
    more: Partial<ViewNodeOptions> = {},
  ) => {
    const client = createViewNode({
      abis: [socketAbi, executionManagerAbi],
      views: { hasRole: (_, [, account]) => account === named },
      ...more,
      methods: { eth_getBalance: "0x7b", ...more.methods },
    })
    const arrival = arrivalWith([], { head: { number: 5_000n, timestamp: 9_000n } })
    return await readExecutor(
      { ...arrival, chain: { ...arrival.chain, client } },
      {
        ...{ message, manager: { address: manager, isOpen: false }, gasPrice: gasPrice ?? undefined },
        reported: reportedAs("EXECUTING", { executor: executor as never }),
      },
    )
  }

  it("believes the API who executes, where it names an address, and reads whether it may and can pay", async () => {
    const { gasCost, ...executor } = (await read(named.toLowerCase()))!
    expect(executor).to.deep.equal({
      ...{ address: named, source: "the messaging API", isOfMessage: true },
      ...{ manager, mayExecute: true, balance: 123n },
    })
    expect(gasCost % 1_000n).to.equal(0n)
    expect(gasCost > message.minMsgGasLimit * 1_000n).to.equal(true)
    expect((await read(named, null))?.gasCost).to.equal(0n)
    for (const none of [null, "0x12", "nobody"]) expect(await read(none), String(none)).to.equal(undefined)
  })

  it("finds who signs on a devnet, or who executed last on any other chain", async () => {
    const key = privateKeyToAccount(bytes32(0x11))
    const signature = await key.signMessage({ message: { raw: message.packedMessage } })
    const topics = encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" }) as Hex[]
    const executed = (block: number): ViewLog => ({ address: socket, topics, data: bytes32(block), block })
    const transaction = { hash: bytes32(1), from: named, type: "0x0", gas: "0x1", value: "0x0", nonce: "0x1" }
    const last = { eth_getTransactionByHash: transaction }
    const logs = [executed(4_000), executed(4_001), executed(4_900)]
    const signed = await read(null, 0n, { logs, methods: { ...last, devnet_signExecution: signature } })
    expect(signed).to.include({ address: key.address, isOfMessage: true, mayExecute: false })
    expect(signed?.source).to.contain("devnet")
    const found = await read(null, 0n, { logs, methods: last })
    expect(found).to.include({ address: named, isOfMessage: false, mayExecute: true })
    expect(found?.source).to.contain("block 4900")
    expect(await read(null, 0n, { logs })).to.equal(undefined)
    expect(await read(null, 0n, { logs: [executed(4_000)], methods: last })).to.equal(undefined)
    expect((await read(null, 0n, { logs: [executed(4_001)], methods: last }))?.address).to.equal(named)
  })
})
