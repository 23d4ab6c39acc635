import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex, zeroAddress } from "viem"

import { openWatchedChains } from "#extras/watch/tasks/watch/openWatchedChains.js"
import { devnetSocket } from "#src/devnet/addresses.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { block } from "#test/fixtures/worlds/messaging/watchedFacts.js"

const slugs = { gamma: 3, alpha: 1, beta: 2, delta: 4 } as const
type Name = keyof typeof slugs

/** To which plug a plug is connected, and through which switchboard, by both chains. */
const connected: Readonly<Record<string, readonly [sibling: number, switchboard: number]>> = {
  ...{ "1 17 2": [0x12, 0xa1], "1 17 3": [0x33, 0xa2], "2 18 1": [0x41, 0xb1], "2 18 3": [0x34, 0xb2] },
  // Of the siblings, which are connected otherwise.
  ...{ "1 65 2": [0x12, 0xa3], "1 65 4": [0x77, 0xa1], "3 51 1": [0x11, 0xc1], "3 52 2": [0x12, 0xc1] },
  ...{ "3 52 1": [0x99, 0xc2] },
  // No chain is asked for its connection to itself.
  ...{ "1 17 1": [0x55, 0xa9], "2 18 2": [0x56, 0xb9], "3 51 3": [0x57, 0xc9] },
}

/** Opens the chains of these plugs, each on a node in block 90, and says which connections were opened and closed. */
function open(plugs: readonly (readonly [Name, number])[], silent: readonly Name[] = [], twin?: Name) {
  const away = new Set(silent)
  const created: string[] = []
  const closed: string[] = []
  const create = ({ network, override }: { readonly network: Name; readonly override?: unknown }) => {
    const { request } = createViewNode({
      abis: [socketAbi],
      views: {
        getPlugConfig(_, [plug, sibling]) {
          const [address, board] = connected[`${slugs[network]} ${Number(plug)} ${Number(sibling)}`] ?? [0, 0]
          return [at(address), at(board), at(0xee), zeroAddress, zeroAddress]
        },
      },
      methods: {
        ...{ eth_chainId: numberToHex(100 + slugs[network]), web3_clientVersion: "HardhatNetwork/3.0.0" },
        eth_getBlockByNumber: block(0),
      },
    })
    const answer = (question: { method: string }) =>
      away.has(network) && question.method === "eth_blockNumber"
        ? Promise.reject(new Error("it is tired"))
        : request(question as never)
    created.push(`${network} ${JSON.stringify(override)}`)
    return Promise.resolve({
      ...{ networkName: network, networkConfig: { type: "http", url: urlOf(network) } },
      ...{ provider: { request: answer }, close: () => Promise.resolve(void closed.push(network)) },
    })
  }
  const urlOf = (name: Name) => ({ get: () => Promise.resolve(`http://127.0.0.1:1/${name}`) })
  const names = Object.keys(slugs) as Name[]
  const chains = names.map((name): [string, object] => [
    name,
    { slug: slugs[name], network: name, socket: devnetSocket },
  ])
  if (twin !== undefined) chains.push([`${twin}2`, { slug: slugs[twin], network: twin, socket: devnetSocket }])
  const hre = {
    network: { create },
    config: {
      networks: Object.fromEntries(names.map((name) => [name, { type: "http", url: urlOf(name) }])),
      plugs: {
        ...{ chains: Object.fromEntries(chains), devnet: { port: 2 }, localNetworks: ["alpha"] },
        watch: { fromBlocks: { alpha: 5 } },
      },
    },
  }
  const watched = plugs.map(([name, plug]) => ({
    ...{ chain: { name, network: name, slug: slugs[name] }, address: at(plug) },
  }))
  const { signal } = new AbortController()
  const opening = openWatchedChains(hre as never, watched, { blocks: 10n, signal, clock: createManualClock() })
  return { opening, created, closed, away }
}

describe("openWatchedChains", () => {
  it("opens the chains of plugs and of those they are connected to, each with its own siblings and switchboards", async () => {
    const {
      opening: opened,
      created,
      closed,
    } = open([
      ["alpha", 0x11],
      ["beta", 0x12],
    ])
    expect(await opened.open()).to.deep.equal([])
    const chains = opened.chains.map(({ client, ...chain }) => ({ ...chain, hasClient: "request" in client }))
    const on = { socket: devnetSocket, from: 81n, isLocal: false, hasClient: true }
    const genesis = "0".repeat(16)
    expect(chains).to.deep.equal([
      {
        ...{ ...on, slug: 1, name: "alpha", identity: `101-${genesis}`, isLocal: true, from: 5n, plugs: [at(0x11)] },
        ...{ awaited: [], usual: 4, siblings: [at(0x41)], switchboards: [at(0xa2), at(0xa1), at(0xa3)] },
      },
      {
        ...{ ...on, slug: 2, name: "beta", identity: "102", plugs: [at(0x12)] },
        ...{ awaited: [], usual: 4, siblings: [at(0x12)], switchboards: [at(0xb2), at(0xb1)] },
      },
      {
        ...{ ...on, slug: 3, name: "gamma", identity: "103", plugs: [] },
        ...{ awaited: [], usual: 4, siblings: [at(0x33), at(0x34)], switchboards: [at(0xc1), at(0xc2)] },
      },
    ])
    // Each node has ten seconds for an answer.
    expect([created, closed]).to.deep.equal([["alpha", "beta", "gamma"].map((name) => `${name} {"timeout":10000}`), []])
    await opened[Symbol.asyncDispose]()
    expect(closed.toSorted()).to.deep.equal(["alpha", "beta", "gamma"])
  })

  const plugs = [
    ["alpha", 0x11],
    ["beta", 0x12],
  ] as const
  const names = (chains: readonly { name: string }[]) => chains.map(({ name }) => name)

  it("opens what answers, names the rest, and opens it by the next call, with all that it says of the others", async () => {
    const { opening, created, closed, away } = open(plugs, ["alpha"])
    const [first, ...unsure] = await opening.open()
    // That alpha leads to gamma, too, is not known. Whether it leads to delta is not known either.
    expect([first?.name, first?.isUnsure, names(unsure)]).to.deep.equal(["alpha", false, ["delta"]])
    expect(String(first?.problem)).to.contain("tired")
    expect([names(opening.chains), names(opening.wanted), closed]).to.deep.equal([
      ["beta", "gamma"],
      ["alpha", "beta", "gamma"],
      [],
    ])
    const [beta, gamma] = opening.chains
    expect([beta?.siblings, beta?.awaited, gamma?.siblings]).to.deep.equal([[], [1], [at(0x34)]])
    expect([opening.isWatched(1, at(0x11)), opening.isWatched(1, at(0x12))]).to.deep.equal([true, false])
    away.clear()
    expect(await opening.open()).to.deep.equal([])
    const whole = open(plugs)
    await whole.opening.open()
    const facts = ({ opening: { chains } }: typeof whole) =>
      chains.map(({ name, siblings, switchboards, awaited }) => ({ name, siblings, switchboards, awaited }))
    expect(facts({ ...whole, opening })).to.deep.equal(facts(whole))
    // Nothing is new.
    const before = [...opening.chains]
    await opening.open()
    for (const [index, chain] of opening.chains.entries()) expect(chain).to.equal(before[index])
    await opening[Symbol.asyncDispose]()
    expect([created.length, closed.toSorted()]).to.deep.equal([3, ["alpha", "beta", "gamma"]])
  })

  it("reads the chain that is named where two networks reach it, and neither where none is", async () => {
    const named = open(plugs, [], "alpha")
    expect(await named.opening.open()).to.deep.equal([])
    expect(names(named.opening.chains)).to.deep.equal(["alpha", "beta", "gamma"])
    await named.opening[Symbol.asyncDispose]()
    const { opening, created } = open([plugs[1]], [], "alpha")
    const [unread, ...others] = await opening.open()
    expect([unread?.name, unread?.problem?.facts["reason"], others]).to.deep.equal([
      ...["alpha", "it can mean alpha or alpha2", []],
    ])
    expect([names(opening.chains), created.length]).to.deep.equal([["beta", "gamma"], 2])
    await opening[Symbol.asyncDispose]()
  })

  it("opens nothing where nothing answers, and a chain that only another one leads to once that one answers", async () => {
    const { opening, away } = open([plugs[1]], ["beta", "gamma"])
    expect(names(await opening.open()).toSorted()).to.deep.equal(["alpha", "beta", "delta", "gamma"])
    expect([names(opening.chains), names(opening.wanted)]).to.deep.equal([[], ["beta"]])
    away.delete("beta")
    expect((await opening.open()).map(({ name, isUnsure }) => [name, isUnsure])).to.deep.equal([["gamma", false]])
    expect(names(opening.chains)).to.deep.equal(["beta", "alpha"])
    await opening[Symbol.asyncDispose]()
  })
})
