import { expect } from "chai"
import { describe, it } from "mocha"
import { getAddress, numberToHex, parseEther } from "viem"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { checkAccount, checkChainClock, checkNetwork, checkSocket } from "#tasks/doctor/chains.js"
import type { DoctorChain } from "#tasks/doctor/subjects/DoctorChain.js"
import type { DoctorPlug } from "#tasks/doctor/subjects/DoctorPlug.js"
import { failure } from "#test/fixtures/failure.js"
import { account, createFakeChain, revert } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"

const socket = getAddress(`0x${"5".repeat(40)}`)

/** A chain with the chain id 41001. */
function chainWith(more: Partial<DoctorChain> & { client?: unknown; accounts?: readonly string[] | Error } = {}) {
  const { client = createFakeChain({}).client, accounts = [account], ...own } = more
  const request = () => (accounts instanceof Error ? Promise.reject(accounts) : Promise.resolve(accounts))
  const chain = {
    ...{ name: "alpha", slug: 41001, network: "near", chainId: 41001, isDevnet: false, isLocal: false, socket },
    open: () => Promise.resolve({ client, connection: { provider: { request }, networkName: "near" } }),
    ...own,
  }
  return chain as unknown as DoctorChain
}

const rejection = (work: Promise<unknown>): Promise<string> => work.then(() => "none", String)

describe("checkNetwork", () => {
  it("compares the node's chain with the configured chain id, else with the slug, which need not be one", async () => {
    const found = async (more: object) => {
      const { status, says, mend } = await checkNetwork(chainWith(more))
      return [status, says.match(/\d+/g), mend?.includes("config.networks.near")]
    }
    expect(await found({})).to.deep.equal(["ok", ["41001"], undefined])
    expect(await found({ slug: 7 })).to.deep.equal(["ok", ["41001"], undefined])
    expect(await found({ chainId: 10 })).to.deep.equal(["failed", ["41001", "10"], true])
    expect(await found({ chainId: undefined })).to.deep.equal(["ok", ["41001"], undefined])
    expect(await found({ chainId: undefined, slug: 10 })).to.deep.equal(["warning", ["41001", "10"], true])
  })
})

describe("checkSocket", () => {
  const socketWith = (answer: () => unknown) =>
    chainWith({ client: createFakeChain({ contracts: { [socket]: { abi: socketAbi, answer } } }).client })

  it("knows a socket by the slug that it has itself", async () => {
    const fine = await checkSocket(socketWith(() => 41001))
    expect([fine.status, fine.mend]).to.deep.equal(["ok", undefined])
    const other = await checkSocket(socketWith(() => 10))
    expect(other.status).to.equal("failed")
    expect(other.says).to.contain("slug 10,").and.to.contain("41001").and.to.contain(socket)
    expect(other.mend).to.contain("config.plugs.chains.alpha:")
    const none = await checkSocket(chainWith())
    expect(none.status).to.equal("failed")
    expect(none.says).to.contain("no contract")
    expect(none.mend).to.contain("config.plugs.chains.alpha.socket")
    const reverting = await checkSocket(
      socketWith(() => {
        throw revert()
      }),
    )
    expect(reverting.status).to.equal("failed")
    expect(reverting.says).to.contain("no socket").and.to.contain(socket)
  })

  it("blames no socket for a node that does not answer", async () => {
    const silent = socketWith(() => {
      throw new Error("the node is down")
    })
    expect(await rejection(checkSocket(silent))).to.contain("the node is down")
  })
})

describe("checkChainClock", () => {
  const now = 1_000_000_000_000
  const clock = { now: () => 0, wallTime: () => now, sleep: () => Promise.resolve() } as never
  /** Checks a chain whose latest block is so many seconds old. */
  const check = async (age: number, more: object = {}) => {
    const timestamp = numberToHex(now / 1_000 - age)
    const { client } = fakeNode({ eth_getBlockByNumber: { number: "0x7", timestamp, transactions: [] } })
    return await checkChainClock(chainWith({ client, ...more }), clock)
  }
  const statusOf = async (...parameters: Parameters<typeof check>) => (await check(...parameters)).status

  it("allows half a minute ahead and ten minutes behind, and a local chain that is older", async () => {
    for (const [age, status] of [
      [-31, "warning"],
      [-30, "ok"],
      [0, "ok"],
      [600, "ok"],
      [601, "warning"],
    ] as const) {
      expect(await statusOf(age), String(age)).to.equal(status)
    }
    expect(await statusOf(601, { isLocal: true })).to.equal("ok")
    expect(await statusOf(-31, { isLocal: true })).to.equal("warning")
  })

  it("says how far they are apart, and what to do on a local chain and a public one", async () => {
    expect((await check(-90)).says).to.contain("Block 7 is 1 min 30 s ahead")
    expect((await check(700)).says).to.contain("7, is 11 min 40 s old")
    expect((await check(5)).says).to.equal("Block 7 is 5 s old.")
    expect((await check(0)).says).to.equal("Block 7 is 0 ms old.")
    expect((await check(-5)).says).to.equal("Block 7 is new.")
    expect((await check(-90, { isLocal: true })).mend).to.contain("moved its time")
    expect((await check(-90)).mend).not.to.contain("moved its time")
    expect((await check(700)).mend).to.contain("another one")
  })

  it("refuses a node whose block has no time", async () => {
    const { client } = fakeNode({ eth_getBlockByNumber: { number: "0x7", transactions: [] } })
    expect((await checkChainClock(chainWith({ client }), clock)).status).to.equal("failed")
  })
})

describe("checkAccount", () => {
  const gasPrice = 10n ** 10n
  /** 300,000 gas at that price. */
  const gas = 3n * 10n ** 15n
  /** A plug whose paths cost so much, each to a chain of its own. */
  const plugOf = (fees: readonly bigint[]): DoctorPlug => {
    const answer = ({ args }: { args: readonly unknown[] }) => {
      const fee = fees[Number(args.find((one) => typeof one === "number" && one >= 100)) - 100]
      if (fee === undefined || fee < 0n) throw revert()
      return fee
    }
    const { client } = createFakeChain({ contracts: { [socket]: { abi: socketAbi, answer } } })
    const paths = fees.map((_, index) => ({ to: { slug: 100 + index }, config: {} }))
    return {
      label: "Plug",
      chain: chainWith({ client }),
      address: account,
      paths: () => Promise.resolve(paths),
    } as never
  }
  const check = async (
    balance: bigint,
    {
      plugs = [],
      isSource = true,
      isLocal = true,
    }: { plugs?: DoctorPlug[]; isSource?: boolean; isLocal?: boolean } = {},
  ) => {
    const { client } = fakeNode({
      ...{ eth_getBalance: numberToHex(balance), eth_gasPrice: numberToHex(gasPrice), eth_chainId: "0x1" },
    })
    return await checkAccount({ chain: chainWith({ client, isLocal }), plugs, isSource })
  }

  it("needs the gas of a message and the highest fee, to the wei", async () => {
    expect((await check(gas)).status).to.equal("ok")
    expect((await check(gas - 1n)).status).to.equal("failed")
    const plugs = [plugOf([10n ** 15n, 4n * 10n ** 15n]), plugOf([2n * 10n ** 15n])]
    expect((await check(7n * 10n ** 15n, { plugs })).status).to.equal("ok")
    const short = await check(6n * 10n ** 15n, { plugs })
    expect(short.status).to.equal("failed")
    expect(short.says).to.contain(account).and.to.contain("0.006 ETH").and.to.contain("0.007")
    expect(short.mend).to.contain(`at least 0.001 ETH to ${account} on alpha`)
    expect((await check(gas - 1n, { isSource: false })).status).to.equal("warning")
  })

  it("leaves out what cannot be priced", async () => {
    const broken = { ...plugOf([9n]), paths: () => Promise.reject(new Error("down")) }
    const plugs = [broken, plugOf([-1n, 10n ** 15n])]
    expect((await check(gas + 10n ** 15n, { plugs })).status).to.equal("ok")
    expect((await check(gas + 10n ** 15n - 1n, { plugs })).status).to.equal("failed")
  })

  it("rounds amounts up to four digits", async () => {
    const { says } = await check(parseEther("1.23451"))
    expect(says).to.contain("owns about 1.235 ETH").and.to.contain("about 0.003.")
    expect((await check(parseEther("12.345"))).says).to.contain("12.35 ETH")
    expect((await check(7n)).says).to.contain("0.000000000000000007 ETH")
  })

  it("has the symbol of the chain's own currency", async () => {
    expect((await check(0n, { isLocal: false })).says).to.contain(" ETH")
    const { client } = fakeNode(({ method }) => (method === "eth_chainId" ? "0x89" : "0x1"))
    const polygon = await checkAccount({ chain: chainWith({ client }), plugs: [], isSource: true })
    expect(polygon.says).to.contain(" POL")
  })

  it("sends nothing from a network without an account, and tells other failures apart", async () => {
    const none = await checkAccount({ chain: chainWith({ accounts: [] }), plugs: [], isSource: true })
    expect(none.status).to.equal("warning")
    expect(none.says).to.contain("near").and.to.contain("alpha")
    expect(none.mend).to.contain("config.networks.near.accounts")
    class OtherError extends PlugsError {
      readonly code = "OTHER"
    }
    const accounts = new OtherError("Locked.")
    expect(await failure(checkAccount({ chain: chainWith({ accounts }), plugs: [], isSource: true }))).to.equal(
      accounts,
    )
    const bug = new Error("a bug")
    expect(
      await rejection(checkAccount({ chain: chainWith({ accounts: bug }), plugs: [], isSource: true })),
    ).to.contain("a bug")
  })
})
