import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import type { MessageFact, Outbound } from "#src/devnet/messaging/facts.js"
import { createMessagingLedger, type MessagingLedger } from "#src/devnet/messaging/ledger.js"
import { messageStates, type MessageStatus } from "#src/messaging/states.js"
import { deepIt, runs } from "#test/fixtures/depth.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import {
  alpha,
  beta,
  connected,
  head,
  lifeOf,
  outbound,
  plug,
  switchboard,
  watcher,
} from "#test/fixtures/worlds/messaging/messageFacts.js"

describe("the messaging ledger", () => {
  const clock = { now: () => 0 }
  const create = () => {
    const ledger = createMessagingLedger({ clock })
    ledger.record(beta, [connected], head)
    return ledger
  }
  const deliver = (ledger: MessagingLedger, message: Outbound) => {
    for (const { chain, fact } of lifeOf(message)) ledger.record(chain, [fact], head)
  }

  it("finds finished messages by their status, id and transaction", () => {
    const ledger = create()
    for (const id of [0, 1, 2, 3]) deliver(ledger, outbound(id))
    expect([...ledger.inStatus("EXECUTION_SUCCESS")].map((record) => record.outbound.logIndex)).to.deep.equal([
      0, 1, 2, 3,
    ])
    const [first, second] = ledger.sentIn(alpha, bytes32(0x5000))
    expect(first).to.deep.equal(ledger.get(outbound(0).messageId))
    expect(first?.outbound).to.deep.equal(outbound(0))
    expect(second?.outbound).to.deep.equal(outbound(1))
    expect(first).to.include({ status: "EXECUTION_SUCCESS", executionTx: bytes32(0x8000) })
    expect(first?.attestedBy).to.deep.equal(new Set([watcher]))
    expect(ledger.sentIn(beta, bytes32(0x5000))).to.deep.equal([])
  })

  it("gives the messages of a transaction in order, if only the later one is finished", () => {
    const ledger = create()
    deliver(ledger, outbound(1))
    const [sent] = lifeOf(outbound(0))
    ledger.record(alpha, [sent!.fact], head)
    const statuses = ledger.sentIn(alpha, bytes32(0x5000)).map(({ status }) => status)
    expect(statuses).to.deep.equal(["RECEIVED", "EXECUTION_SUCCESS"])
  })

  it("keeps what was known of the execution of one that failed for good, and lets it succeed later", () => {
    const ledger = create()
    const message = outbound(0)
    const [, , , , executed] = lifeOf(message)
    for (const { chain, fact } of lifeOf(message).slice(0, 4)) ledger.record(chain, [fact], head)
    const note = { stage: "failed", proposalCount: 0n, attempts: 30, revertData: "0x12345678", retryAt: 5 } as const
    ledger.note(ledger.get(message.messageId)!, note)
    expect([...ledger.inStatus("EXECUTION_FAILURE")]).to.deep.equal([ledger.get(message.messageId)])
    expect(ledger.get(message.messageId)).to.deep.include({ status: "EXECUTION_FAILURE", note })
    ledger.record(beta, [executed!.fact], head)
    expect(ledger.get(message.messageId)).to.deep.include({ status: "EXECUTION_SUCCESS", note })
  })

  it("takes no note and no hold of a message that is another one by now", () => {
    const ledger = create()
    const [sent] = lifeOf(outbound(0))
    ledger.record(alpha, [sent!.fact], head)
    const before = ledger.get(outbound(0).messageId)!
    // A reorg took it back, and its id went to another one.
    ledger.replace(alpha, [{ kind: "outbound", message: outbound(0, 1) }], head)
    const now = ledger.get(outbound(0).messageId)
    ledger.note(before, { stage: "executing", proposalCount: 0n, attempts: 3 })
    expect(ledger.get(outbound(0).messageId)).to.equal(now)
    ledger.replace(alpha, [sent!.fact], head)
    expect(ledger.get(outbound(0).messageId)).to.have.property("note", undefined)
  })

  it("remembers what the executor knew of finished messages, when all chains go back to a snapshot", () => {
    const ledger = create()
    const [failedOne, deliveredOne] = [outbound(0), outbound(1)]
    const facts = [...lifeOf(failedOne).slice(0, 4), ...lifeOf(deliveredOne)]
    const factsOf = (of: number) => facts.flatMap(({ chain, fact }) => (chain === of ? [fact] : []))
    const noted = { stage: "executing", proposalCount: 0n, attempts: 0 } as const
    const failed = { stage: "failed", proposalCount: 0n, attempts: 30, revertData: "0x12345678", retryAt: 5 } as const
    ledger.record(alpha, factsOf(alpha), head)
    ledger.record(beta, factsOf(beta).slice(0, -1), head)
    ledger.note(ledger.get(failedOne.messageId)!, failed)
    ledger.note(ledger.get(deliveredOne.messageId)!, noted)
    ledger.record(beta, factsOf(beta).slice(-1), head)

    const restore = ledger.remember()
    ledger.replace(alpha, factsOf(alpha), head)
    ledger.replace(beta, [connected, ...factsOf(beta)], head)
    restore()
    expect(ledger.get(failedOne.messageId)).to.deep.include({ status: "EXECUTION_FAILURE", note: failed })
    expect(ledger.get(deliveredOne.messageId)).to.deep.include({ status: "EXECUTION_SUCCESS", note: noted })
  })

  it("keeps what the executor knew where the same message comes again, and not where another one or the destination does", () => {
    const noteAfter = (chain: number, version: number) => {
      const ledger = create()
      const [sent, sealed, proposed] = lifeOf(outbound(0))
      for (const { chain: own, fact } of [sent!, sealed!, proposed!]) ledger.record(own, [fact], head)
      const { messageId } = outbound(0)
      ledger.note(ledger.get(messageId)!, { stage: "attested", proposalCount: 0n, attempts: 2 })
      const [anew] = lifeOf(outbound(0, version))
      ledger.replace(chain, chain === alpha ? [anew!.fact, sealed!.fact] : [connected, proposed!.fact], head)
      return ledger.get(messageId)?.note?.attempts
    }
    expect([noteAfter(alpha, 0), noteAfter(alpha, 1), noteAfter(beta, 0)]).to.deep.equal([2, undefined, undefined])
  })

  it("forgets finished messages that a chain no longer has, and keeps the others", () => {
    const ledger = create()
    for (const id of [0, 1, 2]) deliver(ledger, outbound(id))
    const factsOf = (chain: number, kept: readonly number[]) =>
      kept.flatMap((id) => lifeOf(outbound(id)).flatMap((life) => (life.chain === chain ? [life.fact] : [])))
    const statuses = () => [0, 1, 2].map((id) => ledger.get(outbound(id).messageId)?.status)

    ledger.replace(beta, [connected, ...factsOf(beta, [0])], head)
    expect(statuses()).to.deep.equal(["EXECUTION_SUCCESS", "SEALED", "SEALED"])
    ledger.replace(alpha, factsOf(alpha, [0, 1]), head)
    expect(statuses()).to.deep.equal(["EXECUTION_SUCCESS", "SEALED", undefined])
  })

  deepIt(
    "says the same of facts one at a time and of all at once, whatever the chains log and however they are set back",
    () => {
      const ids = fc.nat(3)
      const moves = fc.array(
        fc.oneof(
          { weight: 4, arbitrary: fc.record({ do: fc.constant("log" as const), id: ids, version: fc.nat(1) }) },
          { weight: 4, arbitrary: fc.record({ do: fc.constant("deliver" as const), id: ids, version: fc.nat(1) }) },
          {
            weight: 1,
            arbitrary: fc.record({ do: fc.constant("proposeAgain" as const), id: ids, version: fc.nat(1) }),
          },
          { weight: 1, arbitrary: fc.record({ do: fc.constant("trip" as const), id: ids, count: fc.bigInt(0n, 1n) }) },
          { weight: 1, arbitrary: fc.record({ do: fc.constant("connect" as const), isSame: fc.boolean() }) },
          {
            weight: 1,
            arbitrary: fc.record({
              do: fc.constant("setBack" as const),
              chain: fc.constantFrom(alpha, beta),
              by: fc.nat(8),
            }),
          },
        ),
        { minLength: 5, maxLength: 40, size: "max" },
      )
      fc.assert(
        fc.property(moves, (schedule) => {
          const ledger = create()
          const logged = new Map<number, MessageFact[]>([
            [alpha, []],
            [beta, [connected]],
          ])
          const log = (chain: number, fact: MessageFact) => {
            logged.get(chain)!.push(fact)
            ledger.record(chain, [fact], head)
          }
          for (const move of schedule) {
            if (move.do === "log" || move.do === "deliver") {
              const left = lifeOf(outbound(move.id, move.version)).filter(
                ({ chain, fact }) => !logged.get(chain)!.some((other) => isAlike(fact, other)),
              )
              for (const { chain, fact } of move.do === "log" ? left.slice(0, 1) : left) log(chain, fact)
            } else if (move.do === "proposeAgain") {
              const { packetId, packedMessage: root } = outbound(move.id, move.version)
              const proposal = { proposalCount: 1n, root, switchboard, txHash: bytes32(0x7001) }
              log(beta, { kind: "proposed", packetId, proposal })
            } else if (move.do === "trip") {
              const { packetId } = outbound(move.id)
              log(beta, { kind: "tripped", packetId, proposalCount: move.count, switchboard })
            } else if (move.do === "connect") {
              const connection = { siblingPlug: plug, inboundSwitchboard: move.isSame ? switchboard : plug }
              log(beta, { kind: "connected", plug, srcChainSlug: alpha, connection })
            } else {
              const facts = logged.get(move.chain)!
              facts.splice(Math.max(move.chain === beta ? 1 : 0, facts.length - move.by))
              ledger.replace(move.chain, facts, head)
            }
            const other = createMessagingLedger({ clock })
            for (const [chain, facts] of logged) other.record(chain, facts, head)
            for (let id = 0; id <= 3; id += 1) {
              const { messageId, transactionHash } = outbound(id)
              expect(ledger.get(messageId)).to.deep.equal(other.get(messageId))
              expect(ledger.sentIn(alpha, transactionHash)).to.deep.equal(other.sentIn(alpha, transactionHash))
            }
            for (const status of Object.keys(messageStates) as MessageStatus[]) {
              expect(idsIn(ledger, status)).to.deep.equal(idsIn(other, status))
            }
          }
        }),
        runs({ fast: 40, deep: 1_000 }),
      )
    },
  )
})

function idsIn(ledger: MessagingLedger, status: MessageStatus): string[] {
  return [...ledger.inStatus(status)].map(({ outbound: { messageId } }) => messageId).sort()
}

/** Whether a chain would not log both: a message is sent, sealed and executed once, whatever its version. */
function isAlike(one: MessageFact, other: MessageFact): boolean {
  if (one.kind === "outbound" && other.kind === "outbound") return one.message.messageId === other.message.messageId
  if (one.kind === "executed" && other.kind === "executed") return one.messageId === other.messageId
  if (one.kind === "attested" && other.kind === "attested") return one.root === other.root
  if (one.kind === "proposed" && other.kind === "proposed") {
    return one.packetId === other.packetId && one.proposal.root === other.proposal.root
  }
  return one.kind === "sealed" && other.kind === "sealed" && one.packetId === other.packetId
}
