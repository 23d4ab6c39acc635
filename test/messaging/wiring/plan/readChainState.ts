import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, getAddress, isAddressEqual, parseAbi, zeroAddress } from "viem"

import { plugAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import type { WiredPlug } from "#src/messaging/wiring/plan/listConnections.js"
import { readChainState } from "#src/messaging/wiring/plan/readChainState.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import { createViewNode, type ViewNodeOptions } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { socket } from "#test/fixtures/wire/outboundLogs.js"
import { plugCodes } from "#test/fixtures/worlds/messaging/connectionEnds.js"

const [one, two, safe, sender] = [at(0x11), at(0x12), at(0x13), at(0x14)].map((address) => getAddress(address)) as [
  Address,
  Address,
  Address,
  Address,
]
const wired = (plug: Address, owner?: Address): WiredPlug =>
  ({ application: "greeters", chain: "alpha", plug, owner }) as never
const getters = ["function socket() view returns (address)", "function socket__() view returns (address)"] as const
const abis = [socketAbi, plugAbi, parseAbi(getters)]
const board = (plug: Address, slug: unknown, digit: number) =>
  getAddress(at(Number(slug) * 16 + digit + (isAddressEqual(plug, one) ? 0 : 8)))

/** The chain alpha, whose plugs are connected to every chain, each plug to others. */
async function read(
  plugs: readonly WiredPlug[],
  { views = {}, methods = {}, account }: Pick<ViewNodeOptions, "views" | "methods"> & { account?: Address } = {},
) {
  const publicClient = createViewNode({
    abis,
    codes: { [one]: plugCodes.receives, [two]: plugCodes.both },
    methods: { eth_chainId: "0x7", ...methods },
    views: {
      chainSlug: () => 41001,
      owner: (plug) => (isAddressEqual(plug, one) ? safe : sender),
      getPlugConfig: (_, [plug, slug]) => [1, 2, 3, 4, 5].map((digit) => board(plug as Address, slug, digit)),
      ...views,
    },
  })
  const walletClient = account && { account: { address: account } }
  const chain = { publicClient, walletClient, socket, slug: 41001 } as never
  const { state, problems } = await readChainState("alpha", chain, { plugs, siblingSlugs: [2, 3] })
  if (state !== undefined) expect(state.client).to.equal(publicClient)
  return {
    state: state && { ...state, client: undefined },
    problems: problems.map(({ error, ...own }) => ({ ...own, code: error?.code })),
  }
}

const connectionsOf = (plug: Address) =>
  new Map(
    [2, 3].map((slug) => {
      const [siblingPlug, inboundSwitchboard, outboundSwitchboard, capacitor, decapacitor] = [1, 2, 3, 4, 5].map(
        (digit) => board(plug, slug, digit),
      )
      return [slug, { siblingPlug, inboundSwitchboard, outboundSwitchboard, capacitor, decapacitor }]
    }),
  )
const known = { chainId: 7, client: undefined, socket, account: undefined }
const greeters = { application: "greeters", chain: "alpha" }

describe("readChainState", () => {
  it("has each plug, its owner and to whom it is connected on each chain, and who sends", async () => {
    const { state, problems } = await read([wired(one, safe), wired(two)], { account: sender })
    expect(problems).to.deep.equal([])
    const codes = [false, true].map((sends) => ({ known: { hasCode: true, receives: true, sends } }))
    const plugs = new Map([
      [one, { plug: one, owner: safe, connections: connectionsOf(one), code: codes[0] }],
      [two, { plug: two, owner: sender, connections: connectionsOf(two), code: codes[1] }],
    ])
    expect(state).to.deep.equal({ ...known, account: sender, plugs })
  })

  it("reads the connections of a plug whose code is not read, and why it is not", async () => {
    const { state } = await read([wired(one)], {
      ...{ methods: { eth_getCode: Promise.reject(new Error("it is tired")) }, views: { socket: () => socket } },
    })
    const { connections, code } = state!.plugs.get(one)!
    expect([connections.size, JSON.stringify(code).includes("it is tired")]).to.deep.equal([2, true])
  })

  it("says of which plugs the owner is another, or nobody", async () => {
    const owned = await read([wired(one, sender), wired(two, sender)])
    expect(owned.state?.plugs.size).to.equal(2)
    const says = `Plug ${one} on alpha is owned by ${safe}; the wiring says ${sender}.`
    expect(owned.problems).to.deep.equal([{ about: "owner", ...greeters, says, code: undefined }])
    const nobody = await read([wired(one), wired(two, sender)], { views: { owner: () => zeroAddress } })
    expect(nobody.problems.map(({ about }) => about)).to.deep.equal(["owner", "owner"])
    const without = await read([wired(one, safe)], { views: { owner: undefined } })
    expect(without.problems).to.deep.equal([])
    expect(without.state?.plugs.get(one)).to.have.property("owner", undefined)
  })

  it("reads nothing of a socket of another chain, and of what is no socket", async () => {
    const about = { about: "socket", application: undefined, chain: "alpha", code: undefined }
    for (const [chainSlug, says] of [
      [() => 41009, `${socket} on alpha is the socket of chain 41009; it should be that of chain 41001.`],
      [undefined, `${socket} on alpha is no socket; it should be that of chain 41001.`],
    ] as const) {
      const found = await read([wired(one)], { views: { chainSlug } })
      expect(found).to.deep.equal({ state: undefined, problems: [{ ...about, says }] })
    }
  })

  it("reads nothing of a chain whose node fails only when it is asked about a plug", async () => {
    const fail = () => {
      throw new Error("it is down")
    }
    for (const view of ["owner", "getPlugConfig"]) {
      const { state, problems } = await read([wired(one), wired(two)], { views: { [view]: fail } })
      expect(state, view).to.equal(undefined)
      expect(problems.map(({ about, code }) => [about, code])).to.deep.equal([["unreachable", "NODE_FAILED"]])
    }
  })

  it("says why a chain was not read", async () => {
    const about = { about: "unreachable", application: undefined, chain: "alpha" } as const
    const failed = await read([wired(one)], { methods: { eth_call: Promise.reject(new Error("it is down")) } })
    expect(failed.state).to.equal(undefined)
    expect(failed.problems).to.have.length(1)
    expect(failed.problems[0]).to.include({ ...about, code: "NODE_FAILED" })
    expect(failed.problems[0]?.says).to.match(/^alpha was not read: .*\(.*it is down.*\)\.$/)
    const silent = await read([wired(one)], { methods: { eth_chainId: Promise.reject(new Error("it is tired")) } })
    expect(silent.problems[0]).to.include({ ...about, code: "NODE_FAILED" })
    expect(silent.problems[0]?.says).to.contain("it is tired")
    const unreached = async (error?: NodeFailedError) =>
      await readChainState("alpha", { slug: 41001, error }, { plugs: [], siblingSlugs: [] })
    const without = { ...about, says: "alpha was not read: no client was given.", error: undefined }
    expect(await unreached()).to.deep.equal({ state: undefined, problems: [without] })
    const error = new NodeFailedError({ functionName: "chainSlug" }, "refused")
    expect((await unreached(error)).problems[0]).to.include({ error })
  })
})
