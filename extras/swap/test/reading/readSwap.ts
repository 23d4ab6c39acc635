import { expect } from "chai"
import { describe, it } from "mocha"
import { decodeFunctionData, encodeFunctionResult, erc20Abi, type Hex, numberToHex } from "viem"

import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { readSwap } from "#extras/swap/src/reading/readSwap.js"
import { RouteNotFoundError } from "#extras/swap/src/requestErrors.js"
import { entry as plain, request, route } from "#extras/swap/test/fixtures/swapCases.js"
import { createGuard } from "#src/explaining/guard.js"
import { systemClock } from "#src/primitives/clock.js"
import { fakeNode, type NodeAnswers } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dai, journalEntry, router, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const [own, mine, stranger] = [bytes32(1), bytes32(2), bytes32(3)]
const [txHash, otherHash] = [bytes32(0xa), bytes32(0xb)]

type Mined = { readonly block: number }
type Sent = { readonly hash: Hex; readonly nonce: number; readonly to?: Hex; readonly block?: number }

/** A chain with block 9, in which time is 2,000 s, and these transactions of the user. */
function nodeWith({
  mined = {},
  known = [],
  sent = [],
  more = {},
}: {
  mined?: Readonly<Record<Hex, Mined>>
  known?: readonly Hex[]
  sent?: readonly Sent[]
  more?: NodeAnswers
} = {}) {
  const inBlock = (block: string) => sent.filter((one) => numberToHex(one.block ?? 0) === block)
  return fakeNode({
    eth_blockNumber: () => "0x9",
    eth_getBlockByNumber: ([block]: [Hex | "latest"]) => ({
      hash: bytes32(900),
      ...{ number: block === "latest" ? "0x9" : block, timestamp: numberToHex(block === "latest" ? 2_000 : 1_500) },
      transactions: inBlock(block).map(({ hash, nonce, to = router }) => ({
        ...{ hash, nonce: numberToHex(nonce), from: user, to, input: "0xabcd", value: numberToHex(2n ** 200n) },
        ...{ blockNumber: block, type: "0x2", gas: "0x1", chainId: "0xa029" },
      })),
    }),
    eth_getTransactionReceipt: ([hash]: [Hex]) => {
      const found = mined[hash]
      if (found === undefined) return null
      return { transactionHash: hash, from: user, blockNumber: numberToHex(found.block), status: "0x1", logs: [] }
    },
    eth_getTransactionByHash: ([hash]: [Hex]) =>
      known.includes(hash) ? { hash, type: "0x2", from: user, nonce: "0x7", input: "0x", blockNumber: null } : null,
    eth_getTransactionCount: ([, block]: [Hex, Hex]) => {
      const count = sent.filter((one) => one.block !== undefined && one.block <= Number(block)).length
      return numberToHex(7 + count)
    },
    eth_call: ([{ to, data }]: [{ to: Hex; data: Hex }]) => {
      if (to.toLowerCase() !== dai.toLowerCase()) throw Object.assign(new Error("execution reverted"), { code: 3 })
      const { functionName } = decodeFunctionData({ abi: erc20Abi, data })
      const result = functionName === "decimals" ? 6 : "DAI"
      return encodeFunctionResult({ abi: erc20Abi, functionName, result })
    },
    ...more,
  })
}

const notFound = () => Object.assign(Object.create(RouteNotFoundError.prototype) as Error, { message: "unknown" })
const side = (chainId: number, more: object = {}) => ({ chainId, txHash: null, input: [], ...more })
/** What the API says of a route: from 7 to 8. */
const status = (quoteId: string, origin: object = {}) => ({
  ...{ quoteId, origin: side(7, origin), destination: side(8), status: "PENDING" },
})

type Played = {
  readonly id?: string
  /** What the API answers to each id, by the quote's id or the hash; an error is thrown. */
  readonly answers?: Readonly<Record<string, unknown>>
  readonly records?: Readonly<Record<string, object>>
  readonly node?: ReturnType<typeof nodeWith>
  readonly now?: number
  readonly findChainOf?: (hash: Hex) => Promise<unknown>
  readonly unreached?: readonly number[]
}

async function read({ id = own, answers = {}, records = {}, node = nodeWith(), now = 1, ...more }: Played = {}) {
  const asked: unknown[] = []
  const at = { ...systemClock, now: () => now, wallTime: () => now }
  const swap = await readSwap(
    {
      id,
      client: {
        getStatus: ({ quoteId, srcTxHash }: { quoteId?: string; srcTxHash?: string }) => {
          asked.push(quoteId === undefined ? { srcTxHash } : { quoteId })
          const answer = answers[(quoteId ?? srcTxHash)!] ?? notFound()
          return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
        },
        getQuote: (given: object) => Promise.resolve({ given }),
      } as never,
      chainOf: (chainId) =>
        Promise.resolve({
          ...{ chainId, name: `chain ${chainId}` },
          ...(more.unreached?.includes(chainId) === true ? { problem: "it is far" } : { client: node.client }),
        } as never),
      findRecord: (sought) => {
        asked.push(`record ${sought}`)
        return Promise.resolve(records[sought] as never)
      },
      ...(more.findChainOf === undefined ? {} : { findChainOf: more.findChainOf as never }),
    },
    createGuard({ clock: at }),
    at,
  )
  return { asked, swap, node }
}

describe("readSwap", () => {
  it("asks for the quote first, then for the transaction, and looks for what the API names in the journal", async () => {
    const record = { folder: "here" }
    const { asked, swap } = await read({
      id: ` ${own} `,
      answers: { [mine]: status(mine) },
      records: { [mine]: record },
    })
    expect(asked).to.deep.equal([`record ${own}`, { quoteId: own }, { srcTxHash: own }])
    expect([swap.id, swap.api.kind, swap.record, swap.origin, swap.destination]).to.deep.equal([
      ...[own, "unknown quote", undefined, undefined, undefined],
    ])
    const byHash = await read({ answers: { [own]: notFound() } })
    expect(byHash.asked).to.have.length(3)
    const named = await read({ answers: { [own]: status(mine) }, records: { [mine]: record } })
    expect(named.asked).to.deep.equal([`record ${own}`, { quoteId: own }, `record ${mine}`])
    expect([named.swap.id, named.swap.record]).to.deep.equal([mine, record])
    // No hash, so it is the id of a quote alone.
    expect((await read({ id: "q-1" })).asked).to.deep.equal(["record q-1", { quoteId: "q-1" }])
  })

  it("asks by the quote that replaced the first, and not again by a hash where the API fails", async () => {
    const latest = { ...plain, route: { ...route, quoteId: mine } }
    const { asked, swap } = await read({ records: { [own]: { entry: latest } }, answers: { [mine]: new Error("no") } })
    expect(asked).to.deep.equal([`record ${own}`, { quoteId: mine }])
    expect([swap.id, swap.api]).to.deep.equal([mine, { kind: "no answer", says: "no" }])
    const deposit = { deposit: { request, route: { ...route, quoteId: stranger } } }
    const paid = await read({ records: { [own]: deposit } })
    expect(paid.asked).to.deep.equal([`record ${own}`, { quoteId: stranger }, { srcTxHash: own }])
    expect(paid.swap.id).to.equal(stranger)
  })

  it("takes the chains from what was recorded, else from what was requested, else from the API", async () => {
    const chains = async (played: Played) => {
      const { origin, destination } = (await read({ answers: { [own]: status(own) }, ...played })).swap
      return [origin?.chainId, destination?.chainId]
    }
    const recorded = { [own]: { entry: { ...plain, chainId: 5 } } }
    expect(await chains({ records: recorded })).to.deep.equal([5, 41_002])
    expect(await chains({ records: { [own]: { deposit: { request, route } } } })).to.deep.equal([41_001, 41_002])
    expect(await chains({})).to.deep.equal([7, 8])
    expect(await chains({ answers: {} })).to.deep.equal([undefined, undefined])
  })

  it("looks for the chain of a hash only where neither the API nor a journal knows the swap", async () => {
    const looked: Hex[] = []
    const findChainOf = (hash: Hex) => {
      looked.push(hash)
      return Promise.resolve({ chainId: 3, name: "found", client: node.client })
    }
    const node = nodeWith({ mined: { [own]: { block: 6 } } })
    const { swap } = await read({ findChainOf, node })
    expect([swap.origin?.chainId, swap.sending.kind, looked]).to.deep.equal([3, "mined", [own]])
    await read({ findChainOf, node, id: "q-1" })
    await read({ findChainOf, node, answers: { [own]: status(own) } })
    await read({ findChainOf, node, records: { [own]: { folder: "here" } } })
    expect(looked).to.deep.equal([own])
    const nowhere = await read({ findChainOf: () => Promise.resolve(undefined) })
    expect([nowhere.swap.origin, nowhere.swap.sending]).to.deep.equal([undefined, { kind: "nothing" }])
  })

  it("has the later of both times, the newest block, and the unit of what is given", async () => {
    const facts = async (played: Played) => {
      const { now, originBlock, unit } = (await read({ records: { [own]: { entry: plain } }, ...played })).swap
      return [now, originBlock, unit]
    }
    const unit = { address: dai, symbol: "DAI", decimals: 6 }
    expect(await facts({ now: 2_000_999 })).to.deep.equal([2_000, 9n, unit])
    expect(await facts({ now: 2_001_000 })).to.deep.equal([2_001, 9n, unit])
    const of = (inputToken: string) => ({ [own]: { entry: { ...plain, request: { ...request, inputToken } } } })
    expect(await facts({ records: of(nativeToken) })).to.deep.equal([2_000, 9n, { symbol: "ETH", decimals: 18 }])
    expect(await facts({ records: of("a token of Solana") })).to.deep.equal([2_000, 9n, undefined])
    expect(await facts({ records: of(usdc) })).to.deep.equal([2_000, 9n, undefined])
    expect(await facts({ records: { [own]: { deposit: { request, route } } } })).to.deep.equal([2_000, 9n, unit])
    const claimed = status(own, { input: [{ token: { address: dai } }, { token: { address: usdc } }] })
    expect(await facts({ records: {}, answers: { [own]: claimed } })).to.deep.equal([2_000, 9n, unit])
    expect(await facts({ records: {}, answers: { [own]: status(own) } })).to.deep.equal([2_000, 9n, undefined])
    expect(await facts({ unreached: [41_001], now: 5_999 })).to.deep.equal([5, null, undefined])
  })

  it("says why the chain that it began on cannot be read, and asks it no more", async () => {
    const node = nodeWith({
      more: {
        eth_getBlockByNumber: () => {
          throw new Error("down")
        },
      },
    })
    const records = { [own]: { entry: journalEntry() } }
    const { swap } = await read({ node, records })
    expect(swap.origin).to.deep.equal({ chainId: 41_001, name: "chain 41001", problem: "its node does not answer" })
    expect([swap.sending, swap.originBlock]).to.deep.equal([{ kind: "nothing" }, null])
    expect(node.asked).not.to.include("eth_getTransactionReceipt")
    const far = await read({ unreached: [41_001], records })
    expect(far.swap.origin).to.deep.equal({ chainId: 41_001, name: "chain 41001", problem: "it is far" })
    expect(far.swap.sending).to.deep.equal({ kind: "nothing" })
    expect(far.node.asked).to.deep.equal([])
  })

  it("gets a new quote of the API, or none where it fails", async () => {
    const { swap } = await read()
    expect(((await swap.getQuote({ slippage: "2" } as never)) as { given: object } | undefined)?.given).to.include({
      slippage: "2",
    })
  })

  describe("of the transaction", () => {
    const sendingOf = async (played: Played) => (await read(played)).swap.sending
    const claims = (hash: string) => ({ answers: { [own]: status(own, { txHash: hash }) } })

    it("believes the chain about what the API names", async () => {
      const node = nodeWith({ mined: { [txHash]: { block: 6 } }, known: [otherHash] })
      const mined = await sendingOf({ ...claims(txHash), node })
      expect(mined).to.deep.include({ kind: "mined", hash: txHash, at: 1_500 })
      expect(await sendingOf({ ...claims(otherHash), node })).to.deep.equal({ kind: "pending", hash: otherHash })
      expect(await sendingOf({ ...claims(stranger), node })).to.deep.equal({
        ...{ kind: "lost", hash: stranger, submission: undefined },
      })
      expect(await sendingOf({ ...claims("a hash of Solana"), node })).to.deep.equal({ kind: "nothing" })
      expect(await sendingOf({ answers: { [own]: status(own) }, node })).to.deep.equal({ kind: "nothing" })
    })

    const recorded = (more: object, played: Parameters<typeof nodeWith>[0] = {}) =>
      sendingOf({ records: { [own]: { entry: journalEntry(more) } }, node: nodeWith(played) })
    const { submission } = journalEntry()
    const signed = submission!.hash!
    const byNode = { ...submission, hash: undefined, raw: undefined }

    it("finds what was signed by its hash, or by its nonce where the node signs or has lost it", async () => {
      expect(await recorded({}, { mined: { [signed]: { block: 6 } } })).to.deep.include({ kind: "mined", hash: signed })
      expect(await recorded({ state: "SIGNED" })).to.deep.equal({ kind: "signed", submission })
      expect(await recorded({ state: "SENT" })).to.deep.equal({ kind: "lost", hash: signed, submission })
      expect(await recorded({ state: "SIGNED", submission: byNode })).to.deep.equal({
        ...{ kind: "signed", submission: byNode },
      })
      // A wallet has sent the same call again, at another price.
      const again = [{ hash: otherHash, nonce: 7, block: 9 }]
      const early = { submission: { ...submission, fromBlock: 8n } }
      expect(await recorded(early, { sent: again, mined: { [otherHash]: { block: 9 } } })).to.deep.include({
        ...{ kind: "mined", hash: otherHash },
      })
      expect(await recorded(early, { sent: again })).to.deep.equal({ kind: "pending", hash: otherHash })
    })

    it("says what was mined in its place, as it is recorded or as the chain shows", async () => {
      const other = [{ hash: otherHash, nonce: 7, block: 9, to: dai } as const]
      const early = { state: "SIGNED", submission: { ...submission, fromBlock: 8n } }
      expect(await recorded(early, { sent: other })).to.deep.equal({ kind: "replaced", hash: signed, by: otherHash })
      const given = { state: "REPLACED", replacedBy: stranger }
      expect(await recorded(given)).to.deep.equal({ kind: "replaced", hash: signed, by: stranger })
      expect(await recorded({ ...given, outcome: "it expired" })).to.deep.equal({
        ...{ kind: "replaced", hash: signed, by: stranger, why: "it expired" },
      })
    })

    it("does not know where the node does not tell, in the node's words", async () => {
      const silent = {
        more: {
          eth_getTransactionCount: () => {
            throw new Error("no archive")
          },
        },
      }
      const unclear = await recorded({ state: "SIGNED" }, silent)
      expect(unclear.kind === "unclear" && unclear.says).to.match(/no archive/)
      const down = {
        more: {
          eth_getTransactionReceipt: () => {
            throw new Error("out of order")
          },
        },
      }
      const unread = await sendingOf({ ...claims(txHash), node: nodeWith(down) })
      expect(unread.kind === "unclear" && unread.says).to.match(/out of order/)
      const unknown = {
        more: {
          eth_getTransactionByHash: () => {
            throw new Error("out of order")
          },
        },
      }
      expect((await sendingOf({ ...claims(txHash), node: nodeWith(unknown) })).kind).to.equal("unclear")
    })
  })
})
