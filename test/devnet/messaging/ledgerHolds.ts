import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import type { MessageFact } from "#src/devnet/messaging/facts.js"
import { createMessagingLedger, type MessagingLedger } from "#src/devnet/messaging/ledger.js"
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
} from "#test/fixtures/worlds/messaging/messageFacts.js"

const other: Address = "0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9"
const forever = { times: 2, retryAt: Infinity }

describe("what the messaging ledger holds", () => {
  let time = 0
  const create = () => {
    time = 100
    const ledger = createMessagingLedger({ clock: { now: () => time } })
    ledger.record(beta, [connected], head)
    return ledger
  }
  const get = (ledger: MessagingLedger, id: number) => ledger.get(outbound(id).messageId)!
  /** Records so many facts of a message's life. */
  const advance = (ledger: MessagingLedger, id: number, upTo: number, from = 0) => {
    for (const { chain, fact } of lifeOf(outbound(id)).slice(from, upTo)) ledger.record(chain, [fact], head)
  }
  const hold = (ledger: MessagingLedger, ...ids: readonly number[]) => {
    for (const id of ids) ledger.hold(get(ledger, id), forever)
  }
  const holds = (ledger: MessagingLedger, ...ids: readonly number[]) => ids.map((id) => get(ledger, id).hold?.times)

  it("holds a message until the next fact about it, and no other", () => {
    const ledger = create()
    for (const id of [0, 1, 2]) advance(ledger, id, 3)
    hold(ledger, 0, 1)
    expect(holds(ledger, 0, 1, 2)).to.deep.equal([2, 2, undefined])
    expect([...ledger.inStatus("PROPOSED")].map((record) => record.hold)).to.deep.equal([forever, forever, undefined])
    advance(ledger, 0, 4, 3)
    expect(holds(ledger, 0, 1)).to.deep.equal([undefined, 2])
    expect(get(ledger, 0).status).to.equal("PROPOSED")
    advance(ledger, 1, 5, 4)
    expect(holds(ledger, 1)).to.deep.equal([undefined])
  })

  it("holds no message that has changed since it was read, and none that is noted", () => {
    const ledger = create()
    advance(ledger, 0, 3)
    const before = get(ledger, 0)
    advance(ledger, 0, 4, 3)
    ledger.hold(before, forever)
    expect(holds(ledger, 0)).to.deep.equal([undefined])
    hold(ledger, 0)
    ledger.note(get(ledger, 0), { stage: "attested", proposalCount: 0n, attempts: 0 })
    expect([get(ledger, 0).status, ...holds(ledger, 0)]).to.deep.equal(["ATTESTED", undefined])
    hold(ledger, 0)
    ledger.note(get(ledger, 0), { stage: "attested", proposalCount: 0n, attempts: 1 })
    expect([get(ledger, 0).note?.attempts, ...holds(ledger, 0)]).to.deep.equal([1, undefined])
  })

  it("releases what waits for a connection or a sibling, where it is finished by nothing, and says so", () => {
    const otherSibling = { siblingPlug: other, inboundSwitchboard: switchboard }
    const link = { ...connected, connection: otherSibling }
    const named: MessageFact = { kind: "siblingNamed", switchboard, dstChainSlug: beta, sibling: other }
    for (const [chain, fact, releases] of [
      [beta, link, true],
      [beta, { ...link, plug: other }, false],
      [beta, { ...link, srcChainSlug: beta }, false],
      [alpha, link, false],
      [alpha, named, true],
      [beta, named, false],
      [beta, { kind: "capacitorAdded", capacitor: plug, switchboard }, false],
      [beta, { kind: "tripped", packetId: outbound(0).packetId, proposalCount: 9n, switchboard }, true],
      [beta, { kind: "tripped", packetId: outbound(3).packetId, proposalCount: 9n, switchboard }, false],
    ] as readonly (readonly [number, MessageFact, boolean])[]) {
      const ledger = create()
      advance(ledger, 1, 5)
      advance(ledger, 0, 2)
      hold(ledger, 0)
      const [finished, held] = [get(ledger, 1), get(ledger, 0)]
      let heard = 0
      const stop = ledger.onRelease(() => (heard += 1))
      ledger.record(chain, [fact], head)
      stop()
      const what = `${fact.kind} on ${chain}`
      expect([get(ledger, 0).hold === undefined, heard], what).to.deep.equal([releases, releases ? 1 : 0])
      expect([get(ledger, 0) === held, get(ledger, 1) === finished], what).to.deep.equal([!releases, true])
      advance(ledger, 0, 3, 2)
      expect(heard, "after the listener has gone").to.equal(releases ? 1 : 0)
    }
  })

  it("releases everything of a chain that was set back, and of all chains that go back together", () => {
    const ledger = create()
    for (const id of [0, 1]) advance(ledger, id, 2)
    hold(ledger, 0, 1)
    const restore = ledger.remember()
    let heard = 0
    ledger.onRelease(() => (heard += 1))
    ledger.replace(beta, [connected], head)
    expect([...holds(ledger, 0, 1), heard]).to.deep.equal([undefined, undefined, 1])
    hold(ledger, 0, 1)
    restore()
    expect(holds(ledger, 0, 1)).to.deep.equal([undefined, undefined])
  })

  it("knows since when each message has its status, after it has gone back too", () => {
    const ledger = create()
    const since = (...ids: readonly number[]) => ids.map((id) => get(ledger, id).since)
    advance(ledger, 0, 1)
    time = 200
    advance(ledger, 1, 1)
    hold(ledger, 0)
    expect(since(0, 1)).to.deep.equal([100, 200])
    const restore = ledger.remember()
    time = 300
    advance(ledger, 0, 2, 1)
    expect(since(0, 1)).to.deep.equal([300, 200])
    ledger.replace(
      alpha,
      [0, 1].map((id) => lifeOf(outbound(id))[0]!.fact),
      head,
    )
    expect(since(0, 1)).to.deep.equal([300, 200])
    restore()
    expect(since(0, 1)).to.deep.equal([100, 200])
  })

  it("tells of each new status once, until nobody listens", () => {
    const ledger = create()
    const heard: string[] = []
    const stop = ledger.subscribe(({ outbound: { logIndex }, status }) => heard.push(`${logIndex} ${status}`))
    advance(ledger, 0, 3)
    hold(ledger, 0)
    advance(ledger, 0, 4, 3)
    advance(ledger, 1, 1)
    advance(ledger, 0, 5, 4)
    stop()
    advance(ledger, 1, 2, 1)
    expect(heard).to.deep.equal(["0 RECEIVED", "0 SEALED", "0 PROPOSED", "1 RECEIVED", "0 EXECUTION_SUCCESS"])
  })

  it("lists what a source chain has not sealed, even if the other one has executed it", () => {
    const ledger = create()
    const [sent, , proposed, , executed] = lifeOf(outbound(0))
    const unsealed = (chain: number) => [...ledger.unsealed(chain)].map(({ outbound: { logIndex } }) => logIndex)
    advance(ledger, 1, 1)
    for (const { chain, fact } of [sent!, proposed!, executed!]) ledger.record(chain, [fact], head)
    expect([unsealed(alpha), unsealed(beta), get(ledger, 0).status]).to.deep.equal([[1, 0], [], "EXECUTION_SUCCESS"])
    advance(ledger, 1, 2, 1)
    expect(unsealed(alpha)).to.deep.equal([0])
    ledger.replace(alpha, [], head)
    expect([unsealed(alpha), ledger.get(outbound(0).messageId)]).to.deep.equal([[], undefined])
    expect([...ledger.inStatus("SEALED"), ...ledger.inStatus("EXECUTION_SUCCESS")]).to.deep.equal([])
  })

  it("knows where an id was used by another message, and that what the executor knew of one that is gone is over", () => {
    const ledger = create()
    const [sent, , proposed, , executed] = lifeOf(outbound(0))
    advance(ledger, 0, 3)
    ledger.note(get(ledger, 0), { stage: "attested", proposalCount: 0n, attempts: 0 })
    ledger.record(beta, [{ ...executed!.fact, packetId: outbound(5).packetId } as MessageFact], head)
    expect(get(ledger, 0)).to.include({ status: "EXECUTION_FAILURE", idUsedIn: bytes32(0x8000) })
    ledger.replace(beta, [connected, proposed!.fact], head)
    expect(get(ledger, 0)).to.include({ status: "PROPOSED", idUsedIn: undefined })
    ledger.note(get(ledger, 0), { stage: "attested", proposalCount: 0n, attempts: 3 })
    ledger.replace(alpha, [lifeOf(outbound(0, 1))[0]!.fact], head)
    ledger.replace(alpha, [sent!.fact], head)
    expect(get(ledger, 0)).to.include({ status: "PROPOSED", note: undefined })
  })

  it("gives the messages of a transaction as they are numbered, and none that is gone", () => {
    const ledger = create()
    const facts = [3, 2].map((id) => lifeOf(outbound(id))[0]!.fact)
    ledger.record(alpha, facts, head)
    const sentIn = () => ledger.sentIn(alpha, bytes32(0x5001)).map((record) => record.outbound.logIndex)
    expect(sentIn()).to.deep.equal([2, 3])
    ledger.replace(alpha, facts.slice(0, 1), head)
    expect(sentIn()).to.deep.equal([3])
  })
})
