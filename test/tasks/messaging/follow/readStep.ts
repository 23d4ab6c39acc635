import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeAbiParameters, numberToHex, parseAbiParameters } from "viem"

import { gatewayAbi } from "#src/messaging/onchain/standard/gatewayMessage.js"
import { readCarried } from "#tasks/messaging/follow/readStep.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32, srcTxHash } from "#test/fixtures/wire/messages.js"
import { outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"

describe("readCarried", () => {
  it("reads which messages of a transaction carry one, by its id, and none where its chain does not say", async () => {
    const types = parseAbiParameters("bytes32, address, address, uint256, bytes")
    const payload = encodeAbiParameters(types, [bytes32(9), at(1), at(2), 5n, "0x12"])
    const logs = [outboundLogs(3), outboundLogs(4, { payload })].map(([, log], index) => {
      return { ...log, logIndex: numberToHex(index) }
    })
    const receipt = { status: "0x1", blockNumber: "0x5", transactionHash: srcTxHash, logs }
    const nodeWith = (methods: object) => {
      const views = { supportsAttribute: () => true, chainIdOf: () => 77n }
      return createViewNode({ abis: [gatewayAbi], views, methods: { eth_chainId: "0x7", ...methods } })
    }
    const read = async (methods?: object) => {
      const chain = methods === undefined ? undefined : { client: nodeWith(methods), socket }
      const find = (slug: number) => Promise.resolve(slug === 41_001 ? chain : undefined)
      const carried = await readCarried({ find } as never, { srcChainSlug: 41_001, srcTxHash })
      return [...carried].map(([id, { sendId, sender }]) => [id, sendId, sender.chainId])
    }
    expect(await read({ eth_getTransactionReceipt: receipt })).to.deep.equal([[bytes32(4), bytes32(9), 7n]])
    expect(await read({ eth_getTransactionReceipt: { ...receipt, logs: [] } })).to.deep.equal([])
    expect(await read({ eth_getTransactionReceipt: null })).to.deep.equal([])
    expect(await read()).to.deep.equal([])
  })
})
