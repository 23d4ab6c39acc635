import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, parseAbi, zeroAddress } from "viem"

import type { Devnet, MessageRecord } from "../../../src/devnet/index.js"
import { followDevnet } from "../../../src/plugin/devnet/followDevnet.js"
import type { MessageReport } from "../../../src/terminal/reportDevnet.js"
import { bytes32 } from "../../fixtures/messages.js"

const errors = parseAbi(["error TooLoud(uint256 length)"])
const revertData = encodeErrorResult({ abi: errors, args: [7n] })

function record(status: string, note?: object): MessageRecord {
  const outbound = { messageId: bytes32(1), srcChainSlug: 1, srcPlug: zeroAddress, dstChainSlug: 2, txHash: bytes32(2) }
  return { outbound, status, since: 5, note } as unknown as MessageRecord
}

describe("followDevnet", () => {
  it("keeps the order of changes while a revert waits for the project's artifacts, and reports all before it has settled", async () => {
    let change: ((record: MessageRecord) => void) | undefined
    const devnet = { onMessage: (listener: typeof change) => (change = listener) } as unknown as Devnet
    const reports: MessageReport[] = []
    const artifacts = Promise.withResolvers<(typeof errors)[]>()
    const following = followDevnet(devnet, {
      readErrorAbis: async () => [...(await artifacts.promise)],
      report: (message) => reports.push(message),
    })
    change!(record("INBOUND_REVERTING", { attempts: 2, revertData }))
    change!(record("EXECUTION_SUCCESS"))
    artifacts.resolve([errors])
    await following.settled()
    expect(reports.map(({ status }) => status)).to.deep.equal(["INBOUND_REVERTING", "EXECUTION_SUCCESS"])
    expect(reports[0]?.revert).to.deep.equal({ attempts: 2, reason: "TooLoud(length: 7)" })
  })
})
