import { expect } from "chai"
import { describe, it } from "mocha"
import { type AbiEvent, type Address, encodeAbiParameters, encodeEventTopics, getAbiItem, type Hex } from "viem"

import { watcherArtifact } from "../../../src/devnet/artifacts/Watcher.js"
import type { LocalChain } from "../../../src/devnet/chain/chains.js"
import { createGatewayLedger } from "../../../src/devnet/gateway/ledger/ledger.js"
import { observeGatewayChain } from "../../../src/devnet/gateway/observeGatewayChain.js"
import { createManualClock } from "../../fixtures/clocks/manualClock.js"
import { bytes32 } from "../../fixtures/wire/messages.js"

const home = 41000
const watcher: Address = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const other: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const { abi } = watcherArtifact

type EventName = "RequestSubmitted" | "PayloadResolved" | "TimeoutResolved" | "PayloadReverted"

/** A log of the watcher contract, in a transaction. */
function logOf(eventName: EventName, args: Readonly<Record<string, unknown>>, transactionHash: Hex): object {
  const { inputs } = getAbiItem({ abi, name: eventName }) as AbiEvent
  const plain = inputs.filter((input) => !("indexed" in input && input.indexed))
  return {
    address: watcher,
    topics: encodeEventTopics({ abi, eventName, args }),
    data: encodeAbiParameters(plain, plain.map(({ name = "" }) => args[name]) as never),
    transactionHash,
    blockTimestamp: 1000n,
  }
}

const submitted = (requestCount: number, txHash: Hex) =>
  logOf(
    "RequestSubmitted",
    { requestCount, appGateway: other, consumeFrom: other, maxFees: 1n, feePoolChain: 1, feePoolToken: other },
    txHash,
  )
const resolved = (payloadId: number, txHash: Hex) =>
  logOf("PayloadResolved", { payloadId: bytes32(payloadId), requestCount: 1, fee: 0n }, txHash)

describe("observeGatewayChain", () => {
  it("knows which payload's callback opened a request, where one transaction runs many", async () => {
    const [byUser, batch, next] = [bytes32(0xa), bytes32(0xb), bytes32(0xc)]
    const logs = [
      submitted(1, byUser),
      resolved(1, batch),
      submitted(2, batch),
      resolved(2, batch),
      submitted(3, batch),
      submitted(4, batch),
      logOf("TimeoutResolved", { timeoutId: bytes32(7) }, batch),
      submitted(5, batch),
      logOf("PayloadReverted", { payloadId: bytes32(3), isOnchain: true, revertData: "0x" }, batch),
      submitted(6, batch),
      submitted(7, next),
    ]
    const block = { number: "0x1", hash: bytes32(1), parentHash: bytes32(0), timestamp: "0x3e8" }
    const chain = {
      slug: home,
      onHead: () => () => undefined,
      provider: { request: () => Promise.resolve(block) },
      readLogs: () => Promise.resolve(logs),
    } as unknown as LocalChain
    const ledger = createGatewayLedger({ clock: createManualClock(), slug: home })
    const contracts = { watcher, feesManager: other, asyncDeployer: other, actorBatcher: other }
    await observeGatewayChain(chain, contracts, ledger, (error) => {
      throw error
    })
    const openers = [byUser, batch, next].flatMap((txHash) =>
      ledger.requestsOf(txHash).map(({ requestCount, openedBy }) => [requestCount, openedBy && Number(openedBy)]),
    )
    expect(openers).to.deep.equal([
      [1, undefined],
      [2, 1],
      [3, 2],
      [4, 2],
      [5, undefined],
      [6, 3],
      [7, undefined],
    ])
  })
})
