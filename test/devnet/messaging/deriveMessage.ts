import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { addMessageFact, chainSlugOf, type MessageFact, MessageIndex } from "#src/devnet/messaging/facts.js"
import { deriveMessage } from "#src/devnet/messaging/ledger.js"
import type { ExecutionNote } from "#src/devnet/messaging/MessageRecord.js"
import { zeroAddress } from "#src/primitives/address.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { places, recordOf, srcChainSlug } from "#test/fixtures/worlds/messaging/actorsOnPaper.js"

const { outbound } = recordOf(1)
const { messageId, packetId, packedMessage: root, dstPlug, dstChainSlug } = outbound
const { switchboard, foreign, capacitor, srcPlug } = places
const [sibling, watcher] = [at(0x71), at(0x72)]
const connection = { siblingPlug: srcPlug, inboundSwitchboard: switchboard }

const sealed: MessageFact = { kind: "sealed", packetId }
const added: MessageFact = { kind: "capacitorAdded", capacitor, switchboard: foreign }
const named = (by: Address, other: Address, to = dstChainSlug): MessageFact => ({
  ...{ kind: "siblingNamed", switchboard: by, dstChainSlug: to, sibling: other },
})
const connected: MessageFact = { kind: "connected", plug: dstPlug, srcChainSlug, connection }
const proposalWith = (proposalCount: bigint, more: object = {}) => ({
  ...{ proposalCount, root, switchboard, txHash: bytes32(60 + Number(proposalCount)) },
  ...more,
})
const proposed = (count: bigint, more: object = {}): MessageFact => ({
  ...{ kind: "proposed", packetId, proposal: proposalWith(count, more) },
})
const tripped = (proposalCount: bigint, by: Address = switchboard): MessageFact => ({
  ...{ kind: "tripped", packetId, proposalCount, switchboard: by },
})
const executed = (proposalCount: bigint): MessageFact => ({
  ...{ kind: "executed", messageId, packetId, proposalCount, txHash: bytes32(90) },
})
const note = (stage: ExecutionNote["stage"], proposalCount = 0n) =>
  ({ stage, proposalCount, attempts: 2, revertData: "0x", retryAt: 5 }) as ExecutionNote

function derive({
  source = [sealed],
  destination = [],
  last,
}: {
  readonly source?: readonly MessageFact[]
  readonly destination?: readonly MessageFact[]
  readonly last?: ExecutionNote
}) {
  const [from, to] = [new MessageIndex(), new MessageIndex()]
  for (const fact of source) addMessageFact(from, fact)
  for (const fact of destination) addMessageFact(to, fact)
  return deriveMessage(outbound, { source: from, destination: to, note: last })
}

/** What is known of a message of which nothing but its sealing is. */
const sealedOnly = {
  ...{ outbound, isSealed: true, connection: undefined, sibling: undefined, proposedFor: [], proposals: [] },
  ...{ proposal: undefined, attestedBy: new Set(), note: undefined, executionTx: undefined, idUsedIn: undefined },
  status: "SEALED",
}

describe("what follows from the facts of a message", () => {
  it("is where it is on its source chain, and to which switchboard its packet is to be proposed", () => {
    expect(derive({ source: [] })).to.deep.equal({ ...sealedOnly, isSealed: false, status: "RECEIVED" })
    expect(derive({ source: [{ kind: "sealed", packetId: bytes32(5) }] }).status).to.equal("RECEIVED")
    const source = [sealed, added, named(switchboard, at(1)), named(foreign, at(2), 7), named(foreign, sibling)]
    expect(derive({ source })).to.deep.equal({ ...sealedOnly, sibling })
    expect(derive({ source: [...source, named(foreign, zeroAddress)] })).to.deep.equal(sealedOnly)
    expect(derive({ source: [named(foreign, sibling)] }).sibling).to.equal(undefined)
  })

  it("is which of its proposals can be executed: its own, for the plug's switchboard, and not tripped", () => {
    const others: MessageFact[] = [
      proposed(0n, { root: bytes32(8) }),
      proposed(1n, { switchboard: foreign }),
      ...[proposed(2n), proposed(3n), proposed(4n)],
      ...[tripped(2n), tripped(3n, foreign)],
      { kind: "proposed", packetId: bytes32(5), proposal: proposalWith(9n) },
      { kind: "attested", packetId, root, watcher },
      { kind: "attested", packetId, root: bytes32(8), watcher: at(3) },
      { kind: "connected", plug: srcPlug, srcChainSlug, connection: { ...connection, siblingPlug: at(4) } },
    ]
    const known = { proposedFor: [foreign, switchboard, switchboard, switchboard], attestedBy: new Set([watcher]) }
    expect(derive({ destination: others })).to.deep.equal({ ...sealedOnly, ...known })
    const proposals = [proposalWith(3n), proposalWith(4n)]
    const executable = { ...sealedOnly, ...known, connection, proposals, proposal: proposals[0], status: "PROPOSED" }
    const destination = [...others, connected]
    expect(derive({ destination })).to.deep.equal(executable)
    // What was known of a proposal that may no longer be executed is worth nothing.
    expect(derive({ destination, last: note("verified", 2n) })).to.deep.equal(executable)
    const last = note("verified", 4n)
    expect(derive({ destination, last })).to.deep.equal({
      ...{ ...executable, proposal: proposals[1], note: last, status: "VERIFIED" },
    })
  })

  it("is what the actors have noted of it last, until it is executed", () => {
    const destination = [connected, proposed(0n)]
    const stages = ["attested", "verified", "executing", "reverting", "failed"] as const
    expect(stages.map((stage) => derive({ destination, last: note(stage) }).status)).to.deep.equal([
      ...["ATTESTED", "VERIFIED", "EXECUTING", "INBOUND_REVERTING", "EXECUTION_FAILURE"],
    ])
    const failed = derive({ destination: [connected, proposed(0n), tripped(0n)], last: note("failed") })
    const proposal = proposalWith(0n)
    const over = { ...sealedOnly, proposal, status: "EXECUTION_FAILURE", note: note("failed") }
    expect(failed).to.deep.equal(over)
    const done = derive({ destination: [...destination, proposed(1n), executed(1n)], last: note("reverting") })
    expect(done).to.deep.equal({
      ...sealedOnly,
      ...{ proposal: proposalWith(1n), note: note("reverting") },
      ...{ executionTx: bytes32(90), status: "EXECUTION_SUCCESS" },
    })
  })

  it("is that it can never be executed where another message with its id was", () => {
    const others = [connected, proposed(0n, { root: bytes32(8) }), proposed(1n), executed(0n)]
    const known = { connection, proposedFor: [switchboard], proposals: [proposalWith(1n)], proposal: proposalWith(1n) }
    const waiting = { ...sealedOnly, ...known, idUsedIn: bytes32(90) }
    expect(derive({ destination: others })).to.deep.equal({ ...waiting, status: "PROPOSED" })
    const last = note("verified", 1n)
    expect(derive({ destination: others, last })).to.deep.equal({ ...waiting, note: last, status: "EXECUTION_FAILURE" })
    // With a proposal that the chain does not know.
    const unknown = derive({ destination: [connected, proposed(1n), executed(7n)] })
    expect([unknown.executionTx, unknown.idUsedIn]).to.deep.equal([undefined, bytes32(90)])
  })

  it("begins with the slug of the chain that made an id", () => {
    expect([chainSlugOf(packetId), chainSlugOf(bytes32(1))]).to.deep.equal([srcChainSlug, 0])
  })
})
