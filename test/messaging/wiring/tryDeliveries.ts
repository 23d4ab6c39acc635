import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import { type Abi, type Address, createClient, custom, type Hex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { plugAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import type { WiredConnection } from "#src/messaging/wiring/plan/WiringPlan.js"
import { tryDeliveries, type TryDeliveriesParameters } from "#src/messaging/wiring/tryDeliveries.js"
import { deafPlugArtifact } from "#test/fixtures/artifacts/DeafPlug.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { deploy, deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"

type Name = "alpha" | "beta"

describe("tryDeliveries", () => {
  let devnet: Devnet<string, false, false>
  let plugs: Record<string, Address>
  let snapshot: Hex
  before(async () => {
    devnet = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false })
    devnet.relay.pause()
    plugs = await deployConnected(devnet, moodyPlugArtifact)
  })
  after(() => devnet.stop())
  beforeEach(async () => void (snapshot = await devnet.snapshot()))
  afterEach(() => devnet.revert(snapshot))

  const chainOf = (name: Name) => devnet.chains[name]!
  const other = (name: Name): Name => (name === "alpha" ? "beta" : "alpha")
  const connection = (chain: Name, plug: Address = plugs[chain]!): WiredConnection => {
    const siblingChain = other(chain)
    const slugs = { chainSlug: chainOf(chain).slug, siblingChainSlug: chainOf(siblingChain).slug }
    return { application: "app", chain, plug, siblingChain, ...slugs }
  }
  const copyOf = (name: Name) => {
    const { slug, contracts, publicClient } = chainOf(name)
    return { name, slug, socket: contracts.socket, client: publicClient }
  }
  const copies = () => [copyOf("alpha"), copyOf("beta")]
  /** How each message ends, such as `alpha arrived`, and why. */
  async function tryAll(given: Partial<TryDeliveriesParameters> = {}) {
    const made = [connection("alpha")]
    const tried = await tryDeliveries({ made, inPlace: [], left: [], copies: copies(), ...given })
    const [{ reason, fee, notes } = {}] = tried
    return { ended: tried.map(({ chain, status }) => `${chain} ${status}`), reason, isSent: fee !== null, notes }
  }
  /** Calls as the account that is given, or as the owner of all plugs. */
  async function write(
    on: Name,
    call: { address: Address; functionName: string; args: readonly unknown[] },
    as?: Address,
  ) {
    const { testClient, walletClient, publicClient } = chainOf(on)
    const account = as ?? walletClient.account.address
    if (as !== undefined) {
      await testClient.impersonateAccount({ address: as })
      await testClient.setBalance({ address: as, value: 10n ** 18n })
    }
    const abi: Abi = [...plugAbi, ...socketAbi, ...moodyPlugArtifact.abi]
    const hash = await walletClient.writeContract({ abi, ...call, account })
    expect((await publicClient.waitForTransactionReceipt({ hash })).status).to.equal("success")
  }
  const connect = (on: Name, plug: Address, to: Address, by: Address = chainOf(on).contracts.switchboard) =>
    write(on, { address: plug, functionName: "connect", args: [chainOf(other(on)).slug, to, by] })

  it("brings a message to inbound, for the fee that the source asks for, and changes neither chain", async () => {
    const states = async () =>
      await Promise.all(
        (["alpha", "beta"] as const).flatMap((name) => {
          const { publicClient, contracts } = chainOf(name)
          return [
            publicClient.getBlockNumber({ cacheTime: 0 }),
            publicClient.getBalance({ address: plugs[name]! }),
            publicClient.readContract({ address: plugs[name]!, abi: moodyPlugArtifact.abi, functionName: "received" }),
            publicClient.readContract({
              address: contracts.socket,
              abi: socketAbi,
              functionName: "globalMessageCount",
            }),
          ]
        }),
      )
    const before = await states()
    const { publicClient, contracts, slug } = chainOf("beta")
    const [tried] = await tryDeliveries({ made: [connection("beta")], inPlace: [], left: [], copies: copies() })
    const args = [
      500_000n,
      32n,
      `0x${"0".repeat(64)}`,
      `0x${"0".repeat(64)}`,
      chainOf("alpha").slug,
      plugs["beta"]!,
    ] as const
    const fee = await publicClient.readContract({
      ...{ address: contracts.socket, abi: socketAbi, functionName: "getMinFees", args },
    })
    expect(tried).to.deep.equal({ ...connection("beta"), status: "arrived", fee, reason: undefined, notes: [] })
    expect([fee > 0n, slug]).to.deep.equal([true, tried?.chainSlug])
    expect(await states()).to.deep.equal(before)
  })

  it("tries the other direction of a new connection too, where that is there, and no other connection", async () => {
    const elsewhere = { ...connection("beta"), application: "other" }
    const inPlace = [connection("alpha"), connection("beta"), elsewhere]
    expect((await tryAll({ inPlace })).ended).to.deep.equal(["alpha arrived", "beta arrived"])
    expect((await tryAll({ made: [], inPlace })).ended).to.deep.equal([])
    expect((await tryAll({ left: [connection("beta")] })).ended).to.deep.equal(["alpha arrived"])
  })

  it("tells an inbound that does not take the payload from a failure", async () => {
    await write("beta", { address: plugs["beta"]!, functionName: "refuseAll", args: [true] })
    const named = await tryAll({ errorAbis: [moodyPlugArtifact.abi] })
    expect([named.ended, named.isSent]).to.deep.equal([["alpha refused"], true])
    expect(named.reason).to.contain("InABadMood")
    expect((await tryAll()).ended).to.deep.equal(["alpha refused"])
  })

  it("fails where the plug is not connected, or its switchboard does not answer, and sends nothing", async () => {
    const plug = await deploy(chainOf("alpha"), counterArtifact, [chainOf("alpha").contracts.socket, plugs["alpha"]!])
    const loose = await tryAll({ made: [connection("alpha", plug)] })
    expect([loose.ended, loose.isSent]).to.deep.equal([["alpha failed"], false])
    expect(loose.reason).to.match(/not connected/)
    await chainOf("alpha").testClient.setCode({ address: chainOf("alpha").contracts.switchboard, bytecode: "0x5f5ffd" })
    const closed = await tryAll()
    expect([closed.ended, closed.isSent]).to.deep.equal([["alpha failed"], false])
    expect(closed.reason).to.match(/reverts/)
  })

  it("fails where the socket takes the price of a message and not the message", async () => {
    const { publicClient, contracts, testClient, slug } = chainOf("alpha")
    const asked = { address: contracts.socket, abi: socketAbi, functionName: "getPlugConfig" } as const
    const [, , , capacitor] = await publicClient.readContract({
      ...asked,
      args: [plugs["alpha"]!, chainOf("beta").slug],
    })
    await testClient.setCode({ address: capacitor, bytecode: "0x5f5ffd" })
    expect(slug).to.not.equal(0)
    const { ended, isSent, reason } = await tryAll()
    expect([ended, isSent]).to.deep.equal([["alpha failed"], false])
    expect(reason).to.match(/^the socket reverts: /)
  })

  it("fails where the sibling is connected to another plug, and says so of a side that is left", async () => {
    await connect("beta", plugs["beta"]!, chainOf("beta").accounts[3]!)
    const { ended, isSent, reason } = await tryAll()
    expect([ended, isSent]).to.deep.equal([["alpha failed"], true])
    expect(reason).to.contain(`should be connected to ${plugs["alpha"]}`)
    const half = await tryAll({ left: [connection("beta")] })
    expect([half.ended, half.reason]).to.deep.equal([["alpha one-sided"], reason])
  })

  it("fails where the switchboards of both sides exchange no packets", async () => {
    await connect("beta", plugs["beta"]!, plugs["alpha"]!, chainOf("beta").contracts.optimisticSwitchboard)
    const { ended, reason } = await tryAll()
    expect(ended).to.deep.equal(["alpha failed"])
    expect(reason).to.contain("switchboard").and.to.contain("PacketNotProposed")
    expect((await tryAll({ left: [connection("beta")] })).ended).to.deep.equal(["alpha one-sided"])
  })

  it("fails where the sibling has no code, or no inbound, whichever side is left", async () => {
    const left = [connection("beta")]
    const { contracts, walletClient, testClient } = chainOf("beta")
    const deaf = await deploy(chainOf("beta"), deafPlugArtifact, [contracts.socket, walletClient.account.address])
    await connect("alpha", plugs["alpha"]!, deaf)
    await connect("beta", deaf, plugs["alpha"]!)
    const silent = await tryAll({ left })
    expect(silent.ended).to.deep.equal(["alpha failed"])
    expect(silent.reason).to.contain("has no function inbound(uint32,bytes)")
    await testClient.setCode({ address: deaf, bytecode: "0x" })
    const gone = await tryAll({ left })
    expect([gone.ended, gone.reason?.startsWith("There is no contract at")]).to.deep.equal([["alpha failed"], true])
  })

  it("does not want an inbound of a plug that only sends, to one that never does", async () => {
    const { contracts, walletClient } = chainOf("alpha")
    const sender = await deploy(chainOf("alpha"), deafPlugArtifact, [contracts.socket, walletClient.account.address])
    await connect("alpha", sender, plugs["beta"]!)
    await connect("beta", plugs["beta"]!, sender)
    // Code that takes everything, and calls nothing.
    await chainOf("beta").testClient.setCode({ address: plugs["beta"]!, bytecode: "0x5f5ff3" })
    const tryBack = async () => await tryAll({ made: [connection("beta")] })
    expect((await tryAll({ made: [connection("alpha", sender)] })).ended).to.deep.equal(["alpha arrived"])
    const back = await tryBack()
    expect([back.ended, back.reason?.endsWith("and needs none: this one never sends")]).to.deep.equal([
      ["beta refused"],
      true,
    ])
    // Code that takes everything, and runs that of another contract, of which nothing is known.
    await chainOf("beta").testClient.setCode({ address: plugs["beta"]!, bytecode: "0x5f5f5f5f5f355af45f5ff3" })
    const doubtful = await tryBack()
    expect([doubtful.ended, doubtful.reason?.endsWith("whether this one ever sends is not known")]).to.deep.equal([
      ...[["beta unverified"], true],
    ])
  })

  it("fails where the plug itself knows no sibling, although its socket does", async () => {
    const { contracts, walletClient } = chainOf("beta")
    const plug = await deploy(chainOf("beta"), counterArtifact, [contracts.socket, walletClient.account.address])
    const args = [chainOf("alpha").slug, plugs["alpha"]!, contracts.switchboard, contracts.switchboard]
    await write("beta", { address: contracts.socket, functionName: "connect", args }, plug)
    await connect("alpha", plugs["alpha"]!, plug)
    const { ended, reason } = await tryAll()
    expect(ended).to.deep.equal(["alpha failed"])
    expect(reason).to.contain("NotASibling")
  })

  it("leaves a connection unverified where a side has no copy", async () => {
    const without = async (name: Name) => await tryAll({ copies: [copyOf(other(name))] })
    const [noSource, noSibling] = [await without("alpha"), await without("beta")]
    expect(noSource).to.include({ reason: "there is no copy of alpha", isSent: false })
    expect(noSibling).to.include({ reason: "there is no copy of beta", isSent: true })
    expect([...noSource.ended, ...noSibling.ended]).to.deep.equal(["alpha unverified", "alpha unverified"])
  })

  for (const [name, method, to] of [
    ["alpha", "eth_call", "socket"],
    ["beta", "eth_call", "plug"],
    ["beta", "eth_call", "socket"],
  ] as const) {
    it(`leaves a connection unverified where the copy of ${name} does not answer ${method} of its ${to}`, async () => {
      const { publicClient, contracts } = chainOf(name)
      const target = to === "socket" ? contracts.socket : plugs[name]!
      const request = async ({ method: asked, params }: { method: string; params?: [{ to?: string }] }) => {
        if (asked === method && params?.[0].to?.toLowerCase() === target.toLowerCase())
          throw new Error("the disk is full")
        return await publicClient.request({ method: asked, params } as never)
      }
      const client = createClient({ transport: custom({ request } as never, { retryCount: 0 }) })
      const ended = await tryAll({ copies: [{ ...copyOf(name), client }, copyOf(other(name))] })
      expect(ended.ended).to.deep.equal(["alpha unverified"])
      expect(ended.reason).to.contain("the disk is full")
    })
  }

  it("notes where nobody says which switchboards exchange packets", async () => {
    const { publicClient } = chainOf("alpha")
    const request = async ({ method, params }: { method: string; params?: unknown }) => {
      if (method === "eth_getLogs") throw new Error("no logs are kept")
      return await publicClient.request({ method, params } as never)
    }
    const client = createClient({ transport: custom({ request } as never, { retryCount: 0 }) })
    const { ended, notes } = await tryAll({ copies: [{ ...copyOf("alpha"), client }, copyOf("beta")] })
    expect(ended).to.deep.equal(["alpha arrived"])
    expect(notes?.join()).to.contain("was not checked").and.to.contain("no logs are kept")
  })
})
