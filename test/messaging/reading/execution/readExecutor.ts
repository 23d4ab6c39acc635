import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeEventTopics, type Hex } from "viem"

import { executionManagerAbi, socketAbi } from "../../../../src/messaging/onchain/abi.js"
import { readExecutor } from "../../../../src/messaging/reading/execution/readExecutor.js"
import { createViewNode, type ViewNodeOptions } from "../../../fixtures/nodes/viewNode.js"
import { arrivalWith, journeyWith, reportedAs } from "../../../fixtures/wire/messageFacts.js"
import { bytes32 } from "../../../fixtures/wire/messages.js"
import { socket } from "../../../fixtures/wire/outboundLogs.js"
import { at } from "../../../fixtures/wire/trustFacts.js"

describe("readExecutor", () => {
  const [named, manager] = [at(0xabcdef), at(0x61)]
  const { message } = journeyWith(arrivalWith([]))

  const read = async (
    executor: string | null,
    { methods = {}, logs = [] }: Pick<ViewNodeOptions, "methods" | "logs"> = {},
  ) => {
    const client = createViewNode({
      abis: [socketAbi, executionManagerAbi],
      views: { hasRole: (_, [, account]) => account === named },
      methods: { eth_getBalance: "0x7b", ...methods },
      logs,
    })
    const arrival = arrivalWith([])
    return await readExecutor(
      { ...arrival, chain: { ...arrival.chain, client } },
      {
        ...{ message, manager: { address: manager, isOpen: false }, gasPrice: 1_000n },
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
    for (const none of [null, "0x12", "nobody"]) expect(await read(none), String(none)).to.equal(undefined)
  })

  it("takes who executed last where nobody names one, as far as the node shows who that was", async () => {
    const topics = encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" }) as Hex[]
    const logs = [30, 40].map((block) => ({ address: socket, topics, data: bytes32(block), block }))
    const transaction = { from: named, value: "0x0", gas: "0x1", nonce: "0x0", type: "0x2", blockNumber: "0x28" }
    const last = await read(null, { logs, methods: { eth_getTransactionByHash: transaction } })
    expect(last).to.include({ address: named, isOfMessage: false, mayExecute: true })
    expect(last?.source).to.contain("beta, block 40")
    expect(await read(null, { logs }), "no transaction").to.equal(undefined)
    const silent = { logs, methods: { eth_getLogs: Promise.reject(new Error("logs are off")) } }
    expect(await read(null, silent), "no logs").to.equal(undefined)
  })
})
