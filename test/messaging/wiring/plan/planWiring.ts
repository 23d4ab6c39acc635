import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, parseAbi, zeroAddress } from "viem"

import { plugAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import { checkWiring, isAsWired, isWhole } from "#src/messaging/wiring/checkWiring.js"
import { planWiring, type PlanWiringParameters } from "#src/messaging/wiring/plan/planWiring.js"
import type { WiringPlan } from "#src/messaging/wiring/plan/WiringPlan.js"
import type { WiringChains } from "#src/messaging/wiring/Wiring.js"
import { revert } from "#test/fixtures/nodes/fakeChain.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { plugCodes, siblingLog } from "#test/fixtures/worlds/messaging/connectionEnds.js"

const getters = ["function socket() view returns (address)", "function socket__() view returns (address)"] as const
const slugs = { alpha: 41_001, beta: 41_002, gamma: 41_003, delta: 41_004 } as const
type Name = keyof typeof slugs
const sockets = { alpha: at(0xa0), beta: at(0xb0), gamma: at(0xc0), delta: at(0xd0) }
const plugs = { alpha: at(0xa1), beta: at(0xb1), gamma: at(0xc1), delta: at(0xd1) }
const [fast, optimistic, own] = [at(0xf1), at(0xf2), at(0xf3)]
const [account, safe, stranger] = [at(0x11), at(0x12), at(0x13)]

type Connection = readonly [sibling: Address, inbound: Address, outbound: Address]
type Chain = {
  /** `null` if the plug has no owner(). */
  readonly owner?: Address | null
  /** By the slug of the other chain. Default: not connected. */
  readonly connected?: Readonly<Record<number, Connection>>
  readonly isPlug?: boolean
  readonly reverts?: boolean
  /** A plug beside its own, of the same owner. */
  readonly second?: Address
  readonly code?: Hex
  /** The switchboard of each other chain with which the fast one exchanges packets; `null` if the node gives no logs. Default: the fast one. */
  readonly partner?: Address | null
}

/** A chain whose node shows nothing of what a call does, and from which the account sends. */
function chainOf(name: Name, played: Chain = {}) {
  const { owner = account, connected = {}, isPlug = true, reverts = false, second, code = plugCodes.both } = played
  const { partner = fast } = played
  const logs = Object.values(slugs).map((slug) => siblingLog(fast, slug, partner ?? fast, sockets[name]))
  const publicClient = createViewNode({
    abis: [socketAbi, plugAbi, parseAbi(getters)],
    codes: { ...(isPlug && { [plugs[name]]: code }), ...(second && { [second]: code }) },
    logs,
    methods: { eth_chainId: `0x${slugs[name].toString(16)}`, ...(partner === null && { eth_getLogs: {} }) },
    views: {
      chainSlug: () => slugs[name],
      owner: owner === null ? undefined : (plug) => ([plugs[name], second].includes(plug) ? owner : zeroAddress),
      getPlugConfig: (_socket, [, slug]) => {
        const [sibling, inbound, outbound] = connected[Number(slug)] ?? [zeroAddress, zeroAddress, zeroAddress]
        return [sibling, inbound, outbound, at(1), at(2)]
      },
      connect() {
        if (reverts) throw revert()
        return undefined
      },
    },
  })
  return {
    slug: slugs[name],
    socket: sockets[name],
    publicClient,
    walletClient: { account: { address: account } } as never,
  }
}

const all: WiringChains = {
  alpha: chainOf("alpha", {
    connected: { [slugs.beta]: [plugs.beta, fast, fast], [slugs.delta]: [stranger, own, fast] },
  }),
  beta: chainOf("beta", { owner: safe, connected: { [slugs.alpha]: [stranger, own, own] } }),
  gamma: { slug: slugs.gamma },
  delta: { slug: slugs.delta },
}
const wiring = { app: { contracts: { alpha: plugs.alpha, beta: plugs.beta, gamma: plugs.gamma } } }

function plan(more: Partial<PlanWiringParameters> = {}): Promise<WiringPlan> {
  const switchboardOf: PlanWiringParameters["switchboardOf"] = (kind) => (kind === "FAST" ? fast : optimistic)
  return planWiring({ wiring, chains: all, switchboardOf, ...more })
}

/** What of a plan names its parts. */
const partsOf = ({ changes, extras, problems, inPlace }: WiringPlan) => ({
  changes: changes.map((one) => [
    ...[one.kind, one.chain, one.siblingChain, one.sibling, one.switchboard, one.switchboardKind],
    ...[one.status, one.sender, one.isShown, one.before.sibling],
  ]),
  extras: extras.map(({ chain, chainSlug, siblingChain, siblingChainSlug, sibling, switchboard }) => [
    ...[chain, chainSlug, siblingChain, siblingChainSlug, sibling, switchboard],
  ]),
  problems: problems.map(({ about, application, chain }) => [about, application, chain]),
  inPlace: inPlace.map(({ chain, siblingChain }) => [chain, siblingChain]),
})

describe("planWiring", () => {
  it("compares every connection of the chains with the wiring, and those that it could not read are problems", async () => {
    expect(partsOf(await plan())).to.deep.equal({
      changes: [
        ["connect", "beta", "alpha", plugs.alpha, fast, "FAST", "elsewhere", safe, false, stranger],
        ["connect", "alpha", "gamma", plugs.gamma, fast, "FAST", "blocked", account, false, zeroAddress],
        ["connect", "beta", "gamma", plugs.gamma, fast, "FAST", "blocked", safe, false, zeroAddress],
      ],
      extras: [["alpha", slugs.alpha, "delta", slugs.delta, stranger, fast]],
      problems: [["unreachable", undefined, "gamma"]],
      inPlace: [["alpha", "beta"]],
    })
  })

  it("warns of a plug that is sent messages and has no inbound, and makes the connection all the same", async () => {
    const codes = { alpha: plugCodes.sends, beta: plugCodes.sends, gamma: plugCodes.receives } as const
    const chains = Object.fromEntries(
      (["alpha", "beta", "gamma"] as const).map((name) => [name, chainOf(name, { code: codes[name] })]),
    )
    const { changes, problems } = await plan({ chains })
    expect(problems).to.deep.equal([])
    const lacks = (name: Name) => `The plug ${plugs[name]} on ${name} has no function inbound(uint32,bytes)`
    const warned = changes.map(({ chain, siblingChain, status, warnings }) => {
      return [chain, siblingChain, status, warnings.map((says) => says.split(" (selector")[0])]
    })
    // Both of those send, and what alone receives sends to nobody.
    const both = [lacks("alpha"), lacks("beta")]
    expect(warned).to.have.deep.members([
      ["alpha", "beta", "ready", both],
      ["beta", "alpha", "ready", both.toReversed()],
      ["alpha", "gamma", "ready", []],
      ["gamma", "alpha", "ready", []],
      ["beta", "gamma", "ready", []],
      ["gamma", "beta", "ready", []],
    ])
  })

  it("says of switchboards that do not fit what is to be sent, and of a connection that is made that it is a problem", async () => {
    const two = { app: { contracts: { alpha: plugs.alpha, beta: plugs.beta } } }
    const connected = { [slugs.beta]: [plugs.beta, fast, fast] } as const
    const of = async (alpha: Chain, beta: Chain = {}) => {
      const chains = { alpha: chainOf("alpha", alpha), beta: chainOf("beta", beta) }
      const { changes, problems } = await plan({ wiring: two, chains })
      return [
        changes.map(({ chain, warnings }) => [chain, ...warnings]),
        problems.map(({ about, says }) => [about, says]),
      ]
    }
    const unfit = `The switchboard ${fast} of plug ${plugs.alpha} on chain 41001 works with ${own} on chain 41002, where plug ${plugs.beta} uses the switchboard ${fast}. Messages between them are never executed (PacketNotProposed).`
    expect(await of({ partner: own })).to.deep.equal([[["alpha", unfit], ["beta"]], []])
    expect(await of({ partner: own, connected })).to.deep.equal([[["beta"]], [["switchboard", unfit]]])
    expect(await of({ connected })).to.deep.equal([[["beta"]], []])
    const [[[, unread] = []] = []] = await of({ partner: null })
    expect(unread).to.contain(
      `Whether switchboard ${fast} on chain 41001 fits ${fast} on chain 41002 was not checked: `,
    )
  })

  it("removes what is not in the wiring where it is told to, by the function that disconnects", async () => {
    const { changes } = await plan({ disconnect: true })
    const removed = changes.filter(({ kind }) => kind === "disconnect")
    expect(partsOf({ changes: removed, extras: [], problems: [], inPlace: [] }).changes).to.deep.equal([
      ["disconnect", "alpha", "delta", zeroAddress, fast, "FAST", "ready", account, false, stranger],
    ])
    expect(removed[0]?.call.args.map(({ text }) => text)).to.deep.equal([String(slugs.delta), zeroAddress, fast])
  })

  it("takes a connection by two switchboards for another one, and a sibling that is no plug for a reason to stop", async () => {
    const alpha = chainOf("alpha", { connected: { [slugs.beta]: [plugs.beta, fast, optimistic] } })
    const two = { app: { contracts: { alpha: plugs.alpha, beta: plugs.beta } } }
    const half = await plan({ wiring: two, chains: { alpha, beta: chainOf("beta") } })
    expect(half.changes.map(({ chain, status }) => [chain, status])).to.deep.equal([
      ["alpha", "ready"],
      ["beta", "ready"],
    ])
    const missing = partsOf(await plan({ wiring: two, chains: { alpha, beta: chainOf("beta", { isPlug: false }) } }))
    expect(missing.changes.map(([kind, chain, , , , , status]) => [kind, chain, status])).to.deep.equal([
      ["connect", "alpha", "blocked"],
    ])
    expect(missing.problems).to.deep.equal([["plug", "app", "beta"]])
  })

  it("knows the kind of a switchboard that the wiring names by its address, and asks for one that it does not name", async () => {
    const contracts = { alpha: plugs.alpha, beta: plugs.beta }
    const chains = { alpha: chainOf("alpha"), beta: chainOf("beta", { owner: safe }) }
    const kindsOf = async (switchboard: Record<string, Address>) => {
      const found = await plan({ wiring: { app: { contracts, switchboard } }, chains })
      const kinds = found.changes.map(({ chain, switchboard: board, switchboardKind }) => [
        chain,
        board,
        switchboardKind,
      ])
      return [...kinds, ...found.problems.map(({ about, chain }) => [about, chain])]
    }
    expect(await kindsOf({ alpha: optimistic, beta: own })).to.deep.equal([
      ["alpha", optimistic, "OPTIMISTIC"],
      ["beta", own, undefined],
    ])
    expect(await kindsOf({ alpha: optimistic })).to.deep.equal([
      ["alpha", optimistic, "OPTIMISTIC"],
      ["switchboard", "beta"],
    ])
    const unknown = await plan({ wiring: { app: { contracts } }, chains, switchboardOf: undefined })
    expect(partsOf(unknown)).to.deep.include({
      ...{ changes: [], inPlace: [] },
      problems: ["alpha", "beta"].map((chain) => ["switchboard", "app", chain]),
    })
  })

  it("says who must send a change: the owner, whom the wiring names where the plug does not, or the account", async () => {
    const contracts = { alpha: plugs.alpha, beta: plugs.beta }
    const chains = (more: Chain) => ({ alpha: chainOf("alpha", more), beta: chainOf("beta") })
    const statusOf = async (more: Chain, owner?: Record<string, Address>) => {
      const { changes } = await plan({ wiring: { app: { contracts, ...(owner && { owner }) } }, chains: chains(more) })
      const [{ status, sender, reason }] = changes as [WiringPlan["changes"][number]]
      return [status, sender, reason === undefined]
    }
    expect(await statusOf({})).to.deep.equal(["ready", account, true])
    expect(await statusOf({ owner: safe })).to.deep.equal(["elsewhere", safe, false])
    expect(await statusOf({ reverts: true })).to.deep.equal(["blocked", account, false])
    expect(await statusOf({}, { alpha: safe })).to.deep.equal(["ready", account, true])
    expect(await statusOf({ owner: null }, { alpha: safe })).to.deep.equal(["elsewhere", safe, false])
    expect(await statusOf({ owner: null })).to.deep.equal(["ready", account, true])
    // Nobody is known to send it, and nobody sends here.
    for (const reverts of [false, true]) {
      const alpha = { ...chainOf("alpha", { owner: null, reverts }), walletClient: undefined }
      const { changes } = await plan({ wiring: { app: { contracts } }, chains: { alpha, beta: chainOf("beta") } })
      expect(changes[0]).to.deep.include({ chain: "alpha", status: "elsewhere", sender: undefined })
      expect(changes[0]?.reason).to.equal("the plug's owner must send it")
    }
    const elsewhere = await plan({ wiring: { app: { contracts } }, chains: chains({ owner: safe }) })
    expect(elsewhere.changes[0]?.reason).to.equal(`${safe} must send it`)
  })

  it("connects each plug by the function of its own application, which its own owner sends", async () => {
    const [onAlpha, onBeta] = [at(0xa2), at(0xb2)]
    const none = { owner: null }
    const chains = {
      alpha: chainOf("alpha", { ...none, second: onAlpha }),
      beta: chainOf("beta", { ...none, second: onBeta }),
    }
    const first = { contracts: { alpha: plugs.alpha, beta: plugs.beta }, owner: { alpha: safe, beta: stranger } }
    const other = { contracts: { alpha: onAlpha, beta: onBeta }, owner: { alpha: account, beta: own }, connect: "link" }
    const { changes } = await plan({ wiring: { first, other }, chains })
    expect(changes.map(({ chain, plug, functionName, sender }) => [chain, plug, functionName, sender])).to.deep.equal([
      ["alpha", plugs.alpha, "connect", safe],
      ["beta", plugs.beta, "connect", stranger],
      ["alpha", onAlpha, "link", account],
      ["beta", onBeta, "link", own],
    ])
  })

  it("tells plugs of one address on two chains apart", async () => {
    const same = at(0xa2)
    const chainsOf = (name: Name) => chainOf(name, { owner: null, second: same })
    const app = { contracts: { alpha: same, beta: same }, owner: { alpha: safe, beta: stranger } }
    const chains = { alpha: chainsOf("alpha"), beta: chainsOf("beta") }
    const { changes } = await plan({ wiring: { app }, chains })
    expect(changes.map(({ chain, sender }) => [chain, sender])).to.deep.equal([
      ["alpha", safe],
      ["beta", stranger],
    ])

    // The other direction of a connection is that between the same two plugs, on the same two chains.
    const other = { contracts: { alpha: plugs.alpha, beta: plugs.beta }, switchboard: "OPTIMISTIC" } as const
    const three = { contracts: { alpha: same, beta: same, gamma: same } }
    const talk = [{ between: ["alpha", "gamma"], switchboard: "OPTIMISTIC" } as const, ["alpha", "beta"] as const]
    const planned = await plan({
      wiring: { other, app: { ...three, talk } },
      chains: { ...chains, gamma: chainsOf("gamma") },
    })
    const ofPath = planned.changes.filter(
      ({ application, chain, siblingChain }) => application === "app" && chain === "alpha" && siblingChain === "beta",
    )
    expect(ofPath.map(({ switchboard, warnings }) => [switchboard, ...warnings])).to.deep.equal([[fast]])
  })

  it("does not take a bug in what finds switchboards for an unknown switchboard", async () => {
    const contracts = { alpha: plugs.alpha, beta: plugs.beta }
    const bug = new TypeError("a bug")
    const switchboardOf = () => {
      throw bug
    }
    for (const switchboard of [undefined, { alpha: fast, beta: fast }]) {
      const app = { contracts, ...(switchboard && { switchboard }) }
      const planned = plan({
        wiring: { app },
        chains: { alpha: chainOf("alpha"), beta: chainOf("beta") },
        switchboardOf,
      })
      expect(await planned.catch((error: unknown) => error)).to.equal(bug)
    }
  })
})

describe("checkWiring", () => {
  const change = {} as WiringPlan["changes"][number]
  const nothing: WiringPlan = { changes: [], extras: [], problems: [], inPlace: [] }
  const problem = (about: WiringPlan["problems"][number]["about"]) =>
    ({ about, application: undefined, chain: "alpha", says: "" }) as const

  it("agrees only where nothing differs, and is whole where every chain was read", async () => {
    const plans: WiringPlan[] = [
      nothing,
      { ...nothing, inPlace: [change] },
      { ...nothing, changes: [change] },
      { ...nothing, extras: [{ ...change, sibling: own }] },
      { ...nothing, problems: [problem("owner")] },
      { ...nothing, problems: [problem("owner"), problem("unreachable")] },
    ]
    expect(plans.map((one) => [isAsWired(one), isWhole(one)])).to.deep.equal([
      ...[
        [true, true],
        [true, true],
        [false, true],
        [false, true],
        [false, true],
        [false, false],
      ],
    ])
    const {
      agrees,
      isWhole: isRead,
      plan: found,
    } = await checkWiring({ wiring, chains: all, switchboardOf: () => fast })
    expect([agrees, isRead, found.changes.length]).to.deep.equal([false, false, 3])
  })
})
