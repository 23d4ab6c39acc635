import { expect } from "chai"
import { describe, it } from "mocha"

import { findTransactionCauses } from "#src/messaging/explaining/finding/findTransactionCauses.js"
import { causeLines } from "#test/fixtures/output/causeLines.js"
import { another, inbound, journeyWith, reportedAs } from "#test/fixtures/wire/messageFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

/** Everything of every cause, of a transaction that was asked about on alpha. */
describe("findTransactionCauses", () => {
  const { src } = journeyWith({ problem: "down" })
  const beta = { ...src, name: "beta", slug: 41_002, socket: inbound }
  const head = { number: 80n, timestamp: 8_000n, baseFeePerGas: 30n }
  const [hash, first, second] = [bytes32(0x70), bytes32(1), bytes32(2)]
  const remembered = { account: another, nonce: 4, block: { number: 7n, hash: bytes32(7) }, messageIds: [first] }

  type Asked = { readonly silent?: object; readonly reading?: object | undefined; readonly now?: number }
  const linesOf = async ({ silent = {}, reading, now = 8_061_000, ...more }: Asked & Record<string, unknown>) => {
    const own = { src, srcTxHash: hash, messageId: undefined, reported: [], remembered: undefined, ...silent }
    const asked = reading === undefined ? more : { silent: own, reading }
    return await causeLines(findTransactionCauses({ src, messageId: undefined, now, ...asked } as never))
  }

  it("says of a message without a transaction how it was looked for, and whether a reorg took it back", async () => {
    const search = (kind: string) => ({ kind, says: "Its logs were read.", blockNumber: 60n })
    const asked = { messageId: first, remembered, search: search("never sent") }
    expect(await linesOf(asked)).to.deep.equal([
      "reorged, certain",
      "A reorg of alpha took the message back out of block 7: it was sent once, and the chain does not have it any more.",
      "the records of this project: It was mined, and sent 0x0000000000000000000000000000000000000000000000000000000000000001.",
      "alpha, block 60: Its logs were read.",
      "fix: send it again",
    ])
    expect(await linesOf({ ...asked, remembered: { ...remembered, messageIds: [second] } })).to.deep.equal([
      "message-not-found, certain",
      "No transaction was found on alpha that sent the message 0x0000000000000000000000000000000000000000000000000000000000000001.",
      "alpha, block 60: Its logs were read.",
      "fix: give the hash of the transaction that sent it",
    ])
    expect(await linesOf({ ...asked, search: search("unread") })).to.deep.equal([
      "message-not-found, likely",
      "No transaction was found on alpha that sent the message 0x0000000000000000000000000000000000000000000000000000000000000001.",
      "alpha, block 60: Its logs were read.",
      "fix: give the hash of the transaction that sent it",
    ])
    for (const nothing of [{ messageId: undefined }, { search: undefined }, { search: search("found") }]) {
      expect(await linesOf({ ...asked, ...nothing })).to.deep.equal([])
    }
  })

  it("says what a transaction waits for that no block has", async () => {
    const reading = (more: object, transaction: object = {}) => ({
      ...{ kind: "pending", head, nextNonce: 4, isUnmined: false },
      ...{ transaction: { from: another, nonce: 4, maxFeePerGas: 30n, gasPrice: 1n, ...transaction }, ...more },
    })
    expect(await linesOf({ reading: reading({}) })).to.deep.equal([
      "transaction-pending, certain",
      "The transaction waits to be mined on alpha, and sends nothing before that.",
      "alpha, block 80: The node has the transaction, in no block.",
    ])
    expect(await linesOf({ reading: reading({ isUnmined: true }) })).to.deep.equal([
      "transaction-pending, certain",
      "The transaction waits to be mined on alpha, and sends nothing before that.",
      "alpha, block 80: The node has the transaction, in no block.",
      "fix: mine a block on alpha with evm_mine, because its automatic mining is off",
    ])
    const [, , , nonce, fix] = await linesOf({ reading: reading({ nextNonce: 3, isUnmined: true }) })
    expect([nonce?.includes("has nonce 4"), fix?.startsWith("fix by others")]).to.deep.equal([true, true])
    const dear = { nextNonce: 3, isUnmined: true }
    expect(
      await linesOf({ silent: { remembered }, reading: reading(dear, { maxFeePerGas: undefined, gasPrice: 29n }) }),
    ).to.deep.equal([
      "transaction-pending, certain",
      "The transaction waits to be mined on alpha, and sends nothing before that.",
      "alpha, block 80: The node has the transaction, in no block.",
      "alpha, block 80: It has nonce 4, and the next one of 0x2222222222222222222222222222222222222222 is 3, which has to be mined first.",
      "alpha, block 80: It offers 29 wei per unit of gas, and the base fee is 30 wei.",
      "alpha, block 80: It was mined once, in block 7, and a reorg took it back.",
      "fix by others: the account 0x2222222222222222222222222222222222222222 sends what is missing, or replaces the transaction",
    ])
    expect(
      await linesOf({ reading: reading({ head: { ...head, baseFeePerGas: null } }, { maxFeePerGas: 0n }) }),
    ).to.deep.equal([
      "transaction-pending, certain",
      "The transaction waits to be mined on alpha, and sends nothing before that.",
      "alpha, block 80: The node has the transaction, in no block.",
    ])
  })

  it("says whose node it is, or on which chain the transaction is instead", async () => {
    expect(await linesOf({ reading: { kind: "wrong node", slug: 41_002, chain: beta } })).to.deep.equal([
      "chain-not-read, certain",
      "The node of alpha is one of beta, so nothing is known of alpha.",
      "alpha: chainSlug() of the socket 0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9 is 41002.",
      "fix: set the URL of alpha to a node of that chain: npx hardhat plugs doctor",
    ])
    expect(await linesOf({ reading: { kind: "wrong node", slug: 9, chain: undefined } })).to.deep.equal([
      "chain-not-read, certain",
      "The node of alpha is one of chain 9, so nothing is known of alpha.",
      "alpha: chainSlug() of the socket 0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9 is 9.",
      "fix: set the URL of alpha to a node of that chain: npx hardhat plugs doctor",
    ])
    const elsewhere = (blockNumber: bigint | null) => ({
      ...{ kind: "elsewhere", chain: beta, transaction: { from: another, blockNumber } },
    })
    expect(await linesOf({ reading: elsewhere(50n), silent: { messageId: first } })).to.deep.equal([
      "transaction-on-another-chain, certain",
      "The transaction is on beta, and not on alpha.",
      "beta, block 50: The node has the transaction, from 0x2222222222222222222222222222222222222222.",
      "fix: name its chain: npx hardhat messaging explain 0x0000000000000000000000000000000000000000000000000000000000000070 --from beta --message-id 0x0000000000000000000000000000000000000000000000000000000000000001",
    ])
    expect(await linesOf({ reading: elsewhere(null) })).to.deep.equal([
      "transaction-on-another-chain, certain",
      "The transaction is on beta, and not on alpha.",
      "beta: The node has the transaction, from 0x2222222222222222222222222222222222222222.",
      "fix: name its chain: npx hardhat messaging explain 0x0000000000000000000000000000000000000000000000000000000000000070 --from beta",
    ])
  })

  it("says what was mined in its place, and warns of sending again what was delivered", async () => {
    const by = { hash: bytes32(0x99), blockNumber: 55n }
    const reading = { kind: "replaced", by, usedNonces: 9 }
    const reported = [reportedAs("SEALED"), reportedAs("EXECUTION_SUCCESS")]
    expect(await linesOf({ silent: { remembered }, reading })).to.deep.equal([
      "transaction-replaced, certain",
      "The transaction 0x0000000000000000000000000000000000000000000000000000000000000099 was mined on alpha in its place: both are of 0x2222222222222222222222222222222222222222 and have nonce 4.",
      "the records of this project: 0x2222222222222222222222222222222222222222 submitted 0x0000000000000000000000000000000000000000000000000000000000000070 with nonce 4.",
      "alpha, block 55: 0x0000000000000000000000000000000000000000000000000000000000000099 has nonce 4.",
      "fix: follow what was mined instead, or send again: npx hardhat messaging explain 0x0000000000000000000000000000000000000000000000000000000000000099 --from alpha",
    ])
    expect(await linesOf({ silent: { remembered, reported }, reading })).to.deep.equal([
      "transaction-replaced, likely",
      "The transaction 0x0000000000000000000000000000000000000000000000000000000000000099 was mined on alpha in its place: both are of 0x2222222222222222222222222222222222222222 and have nonce 4.",
      "the records of this project: 0x2222222222222222222222222222222222222222 submitted 0x0000000000000000000000000000000000000000000000000000000000000070 with nonce 4.",
      "alpha, block 55: 0x0000000000000000000000000000000000000000000000000000000000000099 has nonce 4.",
      "fix: look at the destination chain first, because the messaging API says that the message was delivered",
    ])
    expect(await linesOf({ silent: { remembered }, reading: { ...reading, by: undefined } })).to.deep.equal([
      "transaction-replaced, certain",
      "Another transaction of 0x2222222222222222222222222222222222222222 was mined on alpha with the same nonce, 4, so this one never will be.",
      "the records of this project: 0x2222222222222222222222222222222222222222 submitted 0x0000000000000000000000000000000000000000000000000000000000000070 with nonce 4.",
      "alpha: The account has used 9 nonces, and the node does not show which transaction used this one.",
      "fix: send again",
    ])
  })

  it("tells a reorg from a node that lags behind, by the block that has the number now and the age of the newest", async () => {
    const takenBack = (blockNow?: object) => ({ kind: "taken back", head, blockNow })
    const reported = [{ ...reportedAs("SEALED"), messageId: second }]
    expect(await linesOf({ silent: { remembered }, reading: takenBack({ hash: bytes32(8) }) })).to.deep.equal([
      "reorged, certain",
      "A reorg of alpha took the message back out of block 7: it was sent once, and the chain does not have it any more.",
      "the records of this project: It was mined, and sent 0x0000000000000000000000000000000000000000000000000000000000000001.",
      "alpha, block 80: The node does not know the transaction.",
      "alpha, block 80: Block 7 was 0x0000000000000000000000000000000000000000000000000000000000000007, and is 0x0000000000000000000000000000000000000000000000000000000000000008 now.",
      "fix: send it again",
    ])
    const same = takenBack({ hash: bytes32(7) })
    for (const [silent, reading] of [
      [{ remembered }, takenBack()],
      [{ remembered: { ...remembered, block: undefined } }, takenBack({ hash: bytes32(8) })],
    ] as const) {
      expect((await linesOf({ silent, reading }))[0]).to.equal("chain-behind, likely")
    }
    expect(await linesOf({ silent: { remembered, reported, messageId: first }, reading: same })).to.deep.equal([
      "chain-behind, likely",
      "The node of alpha does not have the transaction, although it was mined: the node lags behind, or follows another fork.",
      "the messaging API: The transaction sent 0x0000000000000000000000000000000000000000000000000000000000000002, which is SEALED.",
      "alpha, block 80: The node does not know the transaction.",
      "alpha, block 80: Its newest block is 61 s old.",
      "fix: try again when the node of alpha has caught up, or use another one: npx hardhat messaging explain 0x0000000000000000000000000000000000000000000000000000000000000070 --from alpha --message-id 0x0000000000000000000000000000000000000000000000000000000000000001",
      "reorged, possible",
      "A reorg of alpha took the message back out of block 7: it was sent once, and the chain does not have it any more.",
      "the records of this project: It was mined, and sent 0x0000000000000000000000000000000000000000000000000000000000000001.",
      "the messaging API: The transaction sent 0x0000000000000000000000000000000000000000000000000000000000000002, which is SEALED.",
      "alpha, block 80: The node does not know the transaction.",
      "fix: send it again",
    ])
    // A minute is not old.
    expect(await linesOf({ silent: { remembered }, reading: same, now: 8_060_999 })).to.deep.equal([
      "chain-behind, possible",
      "The node of alpha does not have the transaction, although it was mined: the node lags behind, or follows another fork.",
      "alpha, block 80: The node does not know the transaction.",
      "alpha, block 80: Its newest block is 60 s old.",
      "fix: try again when the node of alpha has caught up, or use another one: npx hardhat messaging explain 0x0000000000000000000000000000000000000000000000000000000000000070 --from alpha",
      "reorged, likely",
      "A reorg of alpha took the message back out of block 7: it was sent once, and the chain does not have it any more.",
      "the records of this project: It was mined, and sent 0x0000000000000000000000000000000000000000000000000000000000000001.",
      "alpha, block 80: The node does not know the transaction.",
      "fix: send it again",
    ])
    expect(await linesOf({ silent: { reported }, reading: takenBack(), now: 7_000_000 })).to.deep.equal([
      "chain-behind, possible",
      "The node of alpha does not have the transaction, although it was mined: the node lags behind, or follows another fork.",
      "the messaging API: The transaction sent 0x0000000000000000000000000000000000000000000000000000000000000002, which is SEALED.",
      "alpha, block 80: The node does not know the transaction.",
      "alpha, block 80: Its newest block is 0 s old.",
      "fix: try again when the node of alpha has caught up, or use another one: npx hardhat messaging explain 0x0000000000000000000000000000000000000000000000000000000000000070 --from alpha",
      "reorged, likely",
      "A reorg of alpha took the message back: it was sent once, and the chain does not have it any more.",
      "the messaging API: The transaction sent 0x0000000000000000000000000000000000000000000000000000000000000002, which is SEALED.",
      "alpha, block 80: The node does not know the transaction.",
      "fix: send it again",
    ])
    const delivered = [{ ...reportedAs("EXECUTION_SUCCESS"), messageId: second }]
    expect(await linesOf({ silent: { reported: delivered }, reading: takenBack() })).to.deep.equal([
      "chain-behind, likely",
      "The node of alpha does not have the transaction, although it was mined: the node lags behind, or follows another fork.",
      "the messaging API: The transaction sent 0x0000000000000000000000000000000000000000000000000000000000000002, which is EXECUTION_SUCCESS.",
      "alpha, block 80: The node does not know the transaction.",
      "alpha, block 80: Its newest block is 61 s old.",
      "fix: try again when the node of alpha has caught up, or use another one: npx hardhat messaging explain 0x0000000000000000000000000000000000000000000000000000000000000070 --from alpha",
      "reorged, possible",
      "A reorg of alpha took the message back: it was sent once, and the chain does not have it any more.",
      "the messaging API: The transaction sent 0x0000000000000000000000000000000000000000000000000000000000000002, which is EXECUTION_SUCCESS.",
      "alpha, block 80: The node does not know the transaction.",
      "fix: look at the destination chain first, because the messaging API says that the message was delivered",
    ])
  })

  it("says of a transaction that no node has whether it was submitted", async () => {
    const reading = { kind: "missing", head, askedChains: ["beta", "gamma"] }
    const { block, ...submitted } = remembered
    expect(block.number).to.equal(7n)
    expect(await linesOf({ reading })).to.deep.equal([
      "transaction-not-found, likely",
      "No node knows the transaction 0x0000000000000000000000000000000000000000000000000000000000000070: it was never submitted, or was dropped, or is on a chain that is not in plugs.chains.",
      "alpha, block 80: The node does not know the transaction.",
      "beta: The node does not know the transaction.",
      "gamma: The node does not know the transaction.",
      "fix: check the hash among what was sent; a transaction that was sent just now may not have reached the node: npx hardhat messaging list --chain alpha",
    ])
    expect(await linesOf({ silent: { remembered: submitted }, reading })).to.deep.equal([
      "transaction-dropped, likely",
      "The transaction was submitted to alpha and never mined, and the node does not have it any more.",
      "the records of this project: 0x2222222222222222222222222222222222222222 submitted it with nonce 4.",
      "alpha, block 80: The node does not know the transaction.",
      "alpha, block 80: Nonce 4 of the account is not used.",
      "fix: send again as 0x2222222222222222222222222222222222222222",
    ])
    expect(await linesOf({ silent: { remembered: { ...submitted, nonce: undefined } }, reading })).to.deep.equal([
      "transaction-dropped, likely",
      "The transaction was submitted to alpha and never mined, and the node does not have it any more.",
      "the records of this project: 0x2222222222222222222222222222222222222222 submitted it.",
      "alpha, block 80: The node does not know the transaction.",
      "fix: send again as 0x2222222222222222222222222222222222222222",
    ])
  })

  it("says which other messages it sent, and which transaction sent the one that was asked about", async () => {
    const reading = { kind: "other messages", blockNumber: 9n, sent: [second], search: undefined }
    const found = { kind: "found", srcTxHash: bytes32(0x55), blockNumber: 44n }
    const silent = { messageId: first }
    expect(await linesOf({ silent, reading })).to.deep.equal([
      "message-of-another-transaction, certain",
      "The transaction sent one message on alpha, and not 0x0000000000000000000000000000000000000000000000000000000000000001.",
      "alpha, block 9: 0x0000000000000000000000000000000000000000000000000000000000000070 sent 0x0000000000000000000000000000000000000000000000000000000000000002.",
      "fix: leave out the message id: npx hardhat messaging explain 0x0000000000000000000000000000000000000000000000000000000000000070 --from alpha",
    ])
    expect(await linesOf({ silent, reading: { ...reading, sent: [second, bytes32(3)], search: found } })).to.deep.equal(
      [
        "message-of-another-transaction, certain",
        "The transaction sent 2 messages on alpha, and not 0x0000000000000000000000000000000000000000000000000000000000000001.",
        "alpha, block 9: 0x0000000000000000000000000000000000000000000000000000000000000070 sent 0x0000000000000000000000000000000000000000000000000000000000000002, 0x0000000000000000000000000000000000000000000000000000000000000003.",
        "alpha, block 44: 0x0000000000000000000000000000000000000000000000000000000000000055 sent it.",
        "fix: name the transaction that sent it: npx hardhat messaging explain 0x0000000000000000000000000000000000000000000000000000000000000055 --from alpha --message-id 0x0000000000000000000000000000000000000000000000000000000000000001",
      ],
    )
    expect(await linesOf({ silent: { ...silent, remembered }, reading })).to.deep.equal([
      "reorged, certain",
      "A reorg of alpha took the message back out of block 7: it was sent once, and the chain does not have it any more.",
      "the records of this project: It was mined, and sent 0x0000000000000000000000000000000000000000000000000000000000000001.",
      "alpha, block 9: 0x0000000000000000000000000000000000000000000000000000000000000070 sent 0x0000000000000000000000000000000000000000000000000000000000000002.",
      "fix: follow what it sent instead: npx hardhat messaging explain 0x0000000000000000000000000000000000000000000000000000000000000070 --from alpha",
    ])
  })

  it("shows of a message that a reorg took back what this project recorded of it", () => {
    const evidenceOf = (messageIds: readonly string[]) => {
      const remembered = { messageIds, block: { number: 7n, hash: bytes32(7) } }
      const silent = {
        src,
        srcTxHash: bytes32(70),
        messageId: bytes32(1),
        remembered,
        reported: [{ messageId: bytes32(1) }],
      }
      const reading = { kind: "other messages", blockNumber: 9n, sent: [bytes32(2)], search: undefined }
      const [cause] = findTransactionCauses({
        src,
        messageId: bytes32(1),
        remembered,
        silent,
        reading,
        now: 0,
      } as never)
      expect([cause!.name, cause!.evidence.length > 0]).to.deep.equal(["reorged", true])
      return cause!.evidence.filter(({ source }) => source.includes("records")).map(({ says }) => says)
    }
    expect(evidenceOf([])).to.deep.equal([])
    for (const ids of [[1], [1, 2], [1, 2, 3]]) {
      const [says, ...more] = evidenceOf(ids.map((id) => bytes32(id)))
      expect(more).to.deep.equal([])
      for (const id of ids) expect(says).to.contain(bytes32(id))
    }
  })
})
