import { expect } from "chai"
import { describe, it } from "mocha"

import { executionManagerAbi, socketAbi } from "../../../../src/messaging/onchain/abi.js"
import { readExecutor } from "../../../../src/messaging/reading/execution/readExecutor.js"
import { createViewNode } from "../../../fixtures/nodes/viewNode.js"
import { arrivalWith, journeyWith, reportedAs } from "../../../fixtures/wire/messageFacts.js"
import { at } from "../../../fixtures/wire/trustFacts.js"

describe("readExecutor", () => {
  const [named, manager] = [at(0xabcdef), at(0x61)]
  const { message } = journeyWith(arrivalWith([]))

  const read = async (executor: string | null) => {
    const client = createViewNode({
      abis: [socketAbi, executionManagerAbi],
      views: { hasRole: (_, [, account]) => account === named },
      methods: { eth_getBalance: "0x7b" },
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
})
