import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

import { expect } from "chai"
import { describe } from "mocha"
import { type Address, type Hex, numberToHex } from "viem"

import type { MessageFact, Outbound } from "#src/devnet/messaging/facts.js"
import { createMessagingLedger } from "#src/devnet/messaging/ledger.js"
import { deepIt } from "#test/fixtures/depth.js"

const alpha = 41001
const beta = 41002
const watcher: Address = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const plug: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const head = { timestamp: 1000 }

setFlagsFromString("--expose-gc")
const collectGarbage = runInNewContext("gc") as () => void

function memory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Facts as logs are decoded: every text is a copy of its own. */
function deliver(id: number): readonly (readonly [chain: number, fact: MessageFact])[] {
  const hash = (kind: number): Hex => `0x${String(kind * 1e9 + id).padStart(64, "7")}`
  const onAlpha = (kind: bigint) => numberToHex((BigInt(alpha) << 224n) + (kind << 64n) + BigInt(id), { size: 32 })
  const messageId = () => onAlpha(0n)
  const packetId = () => onAlpha(1n)
  const root = () => hash(1)
  const message: Outbound = {
    messageId: messageId(),
    packetId: packetId(),
    packedMessage: root(),
    srcChainSlug: alpha,
    srcPlug: plug,
    dstChainSlug: beta,
    dstPlug: plug,
    minMsgGasLimit: 100_000n,
    executionParams: numberToHex(0, { size: 32 }),
    transmissionParams: numberToHex(0, { size: 32 }),
    payload: hash(2),
    fees: { transmissionFees: 10n ** 15n, executionFee: 10n ** 15n, switchboardFees: 10n ** 15n },
    socket: plug,
    transactionHash: hash(3),
    logIndex: 4,
  }
  const proposal = { proposalCount: 0n, root: root(), switchboard: plug, txHash: hash(4) }
  return [
    [alpha, { kind: "outbound", message }],
    [alpha, { kind: "sealed", packetId: packetId() }],
    [beta, { kind: "proposed", packetId: packetId(), proposal }],
    [beta, { kind: "attested", packetId: packetId(), root: root(), watcher }],
    [beta, { kind: "executed", messageId: messageId(), packetId: packetId(), proposalCount: 0n, txHash: hash(5) }],
  ]
}

describe("the messaging ledger's memory", () => {
  deepIt("is at most 4 kB for a message that is final, and the message is still found", () => {
    const ledger = createMessagingLedger({ clock: { now: () => 1_800_000_000_000 } })
    const record = (from: number, to: number) => {
      for (let id = from; id < to; id += 1) {
        for (const [chain, fact] of deliver(id)) ledger.record(chain, [fact], head)
      }
    }
    record(0, 600)
    const before = memory()
    record(600, 4600)
    expect((memory() - before) / 4000).to.be.lessThan(4000)
    const oldest = ledger.get(numberToHex(BigInt(alpha) << 224n, { size: 32 }))
    expect(oldest).to.include({ status: "EXECUTION_SUCCESS" })
  })
})
