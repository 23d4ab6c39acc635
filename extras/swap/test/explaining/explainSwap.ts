import { expect } from "chai"
import { describe, it } from "mocha"
import {
  decodeFunctionData,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  HttpRequestError,
  numberToHex,
  toEventSelector,
} from "viem"
import { encodeAbiParameters, pad, parseAbiParameters } from "viem/utils"

import { explainSwap } from "#extras/swap/src/explaining/explainSwap.js"
import { RouteNotFoundError } from "#extras/swap/src/requestErrors.js"
import { again, entry, request, route } from "#extras/swap/test/fixtures/swapCases.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import { systemClock } from "#src/primitives/clock.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dai, router, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const [id, sent, paying] = [bytes32(9), bytes32(1), bytes32(2)]
const nowhere = `0x${"a7".repeat(32)}`
const notFound = Object.assign(Object.create(RouteNotFoundError.prototype) as Error, { message: "unknown" })

const transfer = (value: bigint, token: Hex = usdc) => ({
  address: token,
  topics: [toEventSelector("Transfer(address,address,uint256)"), pad(router), pad(user)],
  data: encodeAbiParameters(parseAbiParameters("uint256"), [value]),
})

type Mined = { readonly block: number; readonly logs?: readonly object[]; readonly status?: "0x0" }

/** A chain whose blocks are a hundred seconds apart, with these transactions. */
function chain(name: string, chainId: number, mined: Readonly<Record<Hex, Mined>> = {}) {
  const { client } = fakeNode({
    eth_chainId: () => numberToHex(chainId),
    eth_getBlockByNumber: ([block]: [Hex | "latest"]) => {
      const number = block === "latest" ? 9 : Number(block)
      return { number: numberToHex(number), timestamp: numberToHex(100 * number), hash: bytes32(number) }
    },
    eth_getTransactionReceipt: ([hash]: [Hex]) => {
      const found = mined[hash]
      if (found === undefined) return null
      const at = { transactionHash: hash, blockNumber: numberToHex(found.block), from: user }
      const logs = (found.logs ?? []).map((log) => ({ ...at, ...log }))
      return { ...at, status: found.status ?? "0x1", logs }
    },
    eth_getTransactionByHash: () => null,
    eth_getTransactionCount: () => "0x0",
    eth_getBalance: () => numberToHex(10n ** 18n),
    eth_getLogs: () => [],
    eth_call: ([{ data }]: [{ data: Hex }]) => {
      const { functionName } = decodeFunctionData({ abi: erc20Abi, data })
      const result = functionName === "symbol" ? "DAI" : functionName === "decimals" ? 6 : 10n ** 9n
      return encodeFunctionResult({ abi: erc20Abi, functionName, result })
    },
  })
  return { chainId, name, client }
}

const side = { status: "PENDING", txHash: null, timestamp: null, userAddress: user, receiverAddress: user, input: [] }
const status = (more: Readonly<Record<string, object | string | null>> = {}) => ({
  ...{ quoteId: id, userOp: "tx", status: "COMPLETED", routeDetails: null, refund: null },
  origin: { ...side, chainId: 41_001, txHash: sent },
  destination: { ...side, chainId: 41_002, txHash: paying, output: [] },
  ...more,
})
const recorded = {
  folder: "here",
  entry: {
    ...entry,
    state: "MINED",
    approvals: [],
    chainId: 41_001,
    quoteId: id,
    route: { ...route, quoteId: id },
    leastOut: 5n,
  },
}

type Played = {
  readonly id?: string
  readonly api?: unknown
  readonly record?: object
  readonly alpha?: object
  readonly beta?: object
  readonly findChainOf?: () => Promise<unknown>
  readonly explainMessages?: () => Promise<unknown>
}

const alphaOf = (...more: [] | [Parameters<typeof chain>[2]]) => chain("alpha", 41_001, more[0])
const betaOf = (...more: [] | [Parameters<typeof chain>[2]]) => chain("beta", 41_002, more[0])

async function explain({ api = status(), record, alpha, beta, ...more }: Played) {
  const chains: Readonly<Record<number, object>> = {
    41_001: alpha ?? alphaOf({ [sent]: { block: 4 } }),
    41_002: beta ?? betaOf({ [paying]: { block: 6, logs: [transfer(5n)] } }),
  }
  return await explainSwap({
    id: more.id ?? id,
    client: {
      getStatus: () => (api instanceof Error ? Promise.reject(api) : Promise.resolve(api)),
      getQuote: () => Promise.reject(new Error("none")),
    } as never,
    chainOf: (chainId) => Promise.resolve(chains[chainId] as never),
    findRecord: () => Promise.resolve(record as never),
    ...(more.findChainOf === undefined ? {} : { findChainOf: more.findChainOf as never }),
    explainMessages: more.explainMessages as never,
    clock: { ...systemClock, now: () => 950_999, wallTime: () => 950_999 },
  })
}
const outline = async (played: Played) => {
  const { verdict, says, causes } = await explain(played)
  return [verdict, says, ...causes.map(({ name, mend }) => `${name}: ${mend?.command ?? mend?.who ?? "nothing"}`)]
}

describe("explainSwap", () => {
  const swap = { kind: "swap", quoteId: id, srcTxHash: sent, originChainId: 41_001, destinationChainId: 41_002 }

  it("calls a swap delivered that the destination shows, with its story and no cause", async () => {
    const { causes, events, items, subject, verdict } = await explain({ record: recorded })
    expect({ verdict, causes, subject }).to.deep.equal({ verdict: "delivered", causes: [], subject: swap })
    expect(items.map((item) => [item.id, item.status])).to.deep.equal([[id, "COMPLETED"]])
    expect(events.map(({ place, title }) => `${place}: ${title}`)).to.deep.equal([
      "alpha: Swap sent",
      "the swap API: Reported as COMPLETED",
      "the journal: Recorded as MINED",
    ])
  })

  it("believes no end that the chains do not show", async () => {
    const corrects = "api-ahead-of-chain: the operator of the swap API corrects its answer"
    const less = betaOf({ [paying]: { block: 6, logs: [transfer(4n)] } })
    const before = betaOf({ [paying]: { block: 2, logs: [transfer(5n)] } })
    const cases: readonly (readonly [Played, RegExp])[] = [
      [{ record: recorded, beta: betaOf() }, / is COMPLETED in 0x\w+, and beta has no such transaction\.$/],
      [{ record: recorded, beta: less }, /pays 4 of /],
      [{ record: recorded, beta: before }, /beta mined it before the swap's own transaction/],
      [{ record: recorded, api: status({ destination: { ...side, chainId: 41_002, output: [] } }) }, /names no trans/],
      [{ record: recorded, alpha: alphaOf() }, /alpha/],
      [
        { record: recorded, alpha: alphaOf({ [sent]: { block: 4, status: "0x0" } }) },
        / its transaction reverted on alpha\.$/,
      ],
    ]
    for (const [played, words] of cases) {
      const [verdict, says, ...causes] = await outline(played)
      expect([verdict, ...causes]).to.deep.equal(["unknown", corrects])
      expect(says).to.match(words)
    }
  })

  it("says which chain cannot be read, and that nothing is confirmed", async () => {
    const beta = { chainId: 41_002, name: "beta", problem: "no network reaches it" }
    const add = "add the chain to plugs.chains, or start its node"
    expect(await outline({ record: recorded, beta })).to.deep.equal([
      "unknown",
      "The swap API says that the swap is COMPLETED, and nothing confirms it: beta cannot be read: no network reaches it.",
      `destination-unread: ${add}`,
    ])
    const alpha = { chainId: 41_001, name: "alpha", problem: "no network reaches it" }
    expect(await outline({ record: recorded, alpha, api: status({ status: "IN_PROGRESS" }) })).to.deep.equal([
      "unknown",
      "alpha cannot be read: no network reaches it. So nothing confirms what the swap API says.",
      `origin-unread: ${add}`,
    ])
  })

  it("names a local chain that was restarted, with the command that swaps again", async () => {
    const restarted = await explain({
      record: { ...recorded, isOfAnotherChain: true },
      api: notFound,
      alpha: alphaOf(),
    })
    const [cause, ...more] = restarted.causes
    expect([restarted.verdict, cause?.name, cause?.mend?.command, more]).to.deep.equal([
      ...["failed", "chain-restarted", again, []],
    ])
    expect(cause?.evidence.map(({ source, says }) => `${source}: ${says}`)).to.deep.equal([
      "the journal: The execution was MINED on a chain with another first block.",
      "the swap API: It does not know this quote.",
    ])
    const opened = { folder: "here", isOfAnotherChain: true, deposit: { request, route } }
    const deposit = await explain({ record: opened, api: notFound, alpha: alphaOf() })
    expect(deposit.causes[0]?.evidence[0]?.says).to.match(/^The execution was opened on /)
  })

  it("knows what an id can be that nobody knows", async () => {
    const unknown = async (given: string) => await outline({ id: given, api: notFound })
    const says = "The id is not one that the swap API or a journal of this project knows."
    const check = "check the id: a deposit is found by the id of its quote alone"
    const message = `0x0000a029${"ab".repeat(20)}${"00".repeat(7)}05`
    expect(await unknown("q-1")).to.deep.equal(["unknown", says, `quote-unknown: ${check}`])
    expect(await unknown(nowhere)).to.deep.equal([
      ...["unknown", says, `quote-unknown: ${check}; a transaction is found on the chains of plugs.chains alone`],
    ])
    expect(await unknown(message)).to.deep.equal([
      ...["unknown", says, `quote-unknown: npx hardhat messaging explain ${message}`],
    ])
    expect((await unknown(user))[2]).to.match(/^quote-unknown: give the id of a quote .* this is an address/)
    // Nine digits more than a counter that is far from its end has.
    expect((await unknown(`0x0000a029${"ab".repeat(20)}0000000100000005`))[2]).to.match(/^quote-unknown: check the id/)
  })

  it("says that a transaction is there of which nobody knows a swap, and that the API does not answer", async () => {
    const alpha = alphaOf({ [sent]: { block: 4 } })
    const found = await explain({ id: sent, api: notFound, findChainOf: () => Promise.resolve(alpha) })
    expect(found.says).to.equal(
      `The transaction ${sent} is on alpha, and neither the swap API nor a journal of this project knows a swap of it.`,
    )
    expect(found.causes.map(({ name, evidence }) => [name, evidence.map((each) => each.says)])).to.deep.equal([
      ["quote-unknown", ["It does not know this quote.", `The node has ${sent}.`]],
    ])
    expect(found.subject).to.deep.equal({ kind: "swap", quoteId: sent, srcTxHash: sent, originChainId: 41_001 })
    const silent = await explain({ api: new Error("it is down") })
    expect(silent.says).to.equal(`The swap API does not answer, and no journal of this project knows ${id}.`)
    expect(silent.causes.map(({ name, mend }) => [name, mend?.command])).to.deep.equal([
      ["api-silent", "npx hardhat plugs doctor"],
    ])
    expect(silent.subject).to.deep.equal({ kind: "swap", quoteId: id })
  })

  it("calls a swap failed whose refund its chain shows, and unknown where it shows none", async () => {
    const refunded = (amount: bigint) => ({
      ...{ record: recorded, api: status({ status: "REFUNDED", refund: { chainId: 41_001, txHash: paying } }) },
      alpha: alphaOf({ [sent]: { block: 4 }, [paying]: { block: 5, logs: [transfer(amount, dai)] } }),
    })
    const { verdict, says, items, causes } = await explain(refunded(7n))
    expect([verdict, says, causes.map(({ name }) => name)]).to.deep.equal([
      ...["failed", `The swap failed, and was refunded on alpha in ${paying}.`, ["refunded"]],
    ])
    expect(items[0]).to.include({ id, status: "REFUNDED" })
    expect(items[0]!.says).to.not.contain("no chain confirms it")
    const none = await explain(refunded(0n))
    expect([none.verdict, none.causes.map(({ name }) => name)]).to.deep.equal(["unknown", ["api-ahead-of-chain"]])
    expect(none.items[0]!.says).to.equal(`The swap API says REFUNDED in ${paying}, and no chain confirms it.`)
  })

  it("is stuck with the message that carries it, whose story is its own too", async () => {
    const cause = { name: "not-sealed", certainty: "certain", says: "Nobody seals it.", evidence: [], mend: null }
    const event = {
      at: 460,
      place: "alpha",
      title: "Message sent",
      details: [],
      blockNumber: 4n,
      txHash: sent,
      about: "m",
    }
    const items = [{ id: "m", status: "OUTBOUND", says: "It is on its way.", since: null }]
    const explanation = { verdict: "stuck", says: "It is stuck.", causes: [{ ...cause, about: "m" }], items }
    const underWay = { record: recorded, api: status({ status: "IN_PROGRESS" }) }
    const explained = (verdict: string) =>
      explain({
        ...underWay,
        explainMessages: () =>
          Promise.resolve({ ...explanation, verdict, events: [event], causes: explanation.causes }),
      })
    const stuck = await explained("stuck")
    expect([stuck.verdict, stuck.causes.map(({ name, about }) => [name, about])]).to.deep.equal([
      ...["stuck", [["message-stuck", "m"]]],
    ])
    expect(stuck.items.map((item) => item.id)).to.deep.equal([id, "m"])
    expect(stuck.events.map(({ title }) => title)).to.include.members(["Swap sent", "Message sent"])
    const going = await explained("waiting")
    expect([going.causes, going.items.map((item) => item.id)]).to.deep.equal([[], [id, "m"]])
    const alone = await explain(underWay)
    expect([alone.causes, alone.items.map((item) => item.id)]).to.deep.equal([[], [id]])
    expect(going.verdict).to.equal(alone.verdict)
    const failing = (error: Error) => explain({ ...underWay, explainMessages: () => Promise.reject(error) })
    const unread = await failing(new NodeFailedError({ functionName: "getPlugConfig" }, "it is busy"))
    expect(unread, "where the node fails meanwhile").to.deep.equal(alone)
    const bug = new TypeError("a bug")
    expect(await failing(bug).catch((error: unknown) => error)).to.equal(bug)
  })

  it("goes by what is recorded where the API does not know the quote", async () => {
    const mined = { ...recorded, entry: { ...recorded.entry, submission: { hash: sent } } }
    const { causes, subject } = await explain({ record: mined, api: notFound })
    expect([causes.map(({ name }) => name), subject]).to.deep.equal([["api-behind-chain"], swap])
    const unsent = await explain({ record: recorded, api: notFound })
    expect(unsent.causes.map(({ name }) => name)).to.deep.equal(["not-sent"])
    expect(unsent.subject).to.deep.equal({
      ...{ kind: "swap", quoteId: id, originChainId: 41_001, destinationChainId: 41_002 },
    })
  })

  it("goes by what the API says where nothing is recorded, and by the chain before it", async () => {
    const destination = {
      ...status().destination,
      output: [{ amount: 6n, minAmountOut: 5n, token: { address: usdc, symbol: "USDC", decimals: 6 } }],
    }
    expect(await outline({ api: status({ destination }) })).to.deep.equal([
      ...["delivered", `The output was paid on beta in ${paying}.`],
    ])
    expect(await outline({ api: status({ destination: { ...destination, txHash: null } }) })).to.deep.equal([
      "unknown",
      "The swap API says that the swap is COMPLETED, and the API names no transaction on beta.",
      "api-ahead-of-chain: the operator of the swap API corrects its answer",
    ])
  })

  it("fails at nothing that a node does not answer", async () => {
    const [alpha, beta] = [alphaOf({ [sent]: { block: 4 } }), betaOf({ [paying]: { block: 6, logs: [transfer(5n)] } })]
    /** The chain, whose node answers but for one question. Returns how many it was asked. */
    const failing = ({ client, ...rest }: ReturnType<typeof chain>, nth: number, count: { asked: number }) => {
      const request = (question: never): Promise<unknown> => {
        count.asked += 1
        return count.asked === nth ? Promise.reject(new HttpRequestError({ url: "" })) : client.request(question)
      }
      return { ...rest, client: { ...client, request } }
    }
    const unsent = { ...recorded, entry: { ...recorded.entry, state: "APPROVED" } }
    const swaps: readonly Played[] = [
      { record: recorded },
      { record: recorded, api: status({ status: "REFUNDED", refund: { chainId: 41_001, txHash: sent } }) },
      { record: recorded, api: status({ status: "REFUNDING" }) },
      { record: recorded, api: status({ status: "IN_PROGRESS" }) },
      { record: unsent, api: status({ status: "PENDING", origin: { ...side, chainId: 41_001 } }) },
    ]
    for (const [index, swap] of swaps.entries()) {
      for (const which of ["alpha", "beta"] as const) {
        let isAsked = true
        for (let nth = 1; isAsked; nth += 1) {
          const count = { asked: 0 }
          const chains = { alpha, beta, [which]: failing(which === "alpha" ? alpha : beta, nth, count) }
          const { verdict } = await explain({ ...swap, ...chains })
          expect(verdict, `${index} ${which} ${nth}`).to.be.a("string")
          isAsked = count.asked >= nth
        }
      }
    }
  })

  it("says what stops a swap that the API has not seen, and of one that has begun what became of it", async () => {
    const pending = status({ status: "PENDING", origin: { ...side, chainId: 41_001 } })
    const late = { ...recorded, entry: { ...recorded.entry, state: "CHECKED", route: { ...route, expiresAt: 950 } } }
    expect((await outline({ record: late, api: pending })).slice(2)).to.deep.equal([`quote-expired: ${again}`])
    const begun = status({ status: "IN_PROGRESS", origin: { ...side, chainId: 41_001 } })
    expect((await outline({ record: late, api: begun })).slice(2)).to.deep.equal([])
  })
})
