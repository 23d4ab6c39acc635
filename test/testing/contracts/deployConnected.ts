import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { createWorld } from "#src/testing/index.js"
import { failure } from "#test/fixtures/failure.js"

describe("world.deployConnected and world.connect", () => {
  const world = createWorld(hre, {
    chains: ["alpha", "beta", "gamma"],
    paths: [{ between: ["alpha", "gamma"], kinds: ["OPTIMISTIC"] }],
  })
  before(world.start)
  after(world.stop)
  const configOf = (plug: `0x${string}`, from: "alpha" | "beta" | "gamma", to: "alpha" | "beta" | "gamma") =>
    world.chains[from].publicClient.readContract({
      address: world.chains[from].contracts.socket,
      abi: [
        {
          type: "function",
          name: "getPlugConfig",
          stateMutability: "view",
          inputs: [{ type: "address" }, { type: "uint32" }],
          outputs: [
            { type: "address" },
            { type: "address" },
            { type: "address" },
            { type: "address" },
            { type: "address" },
          ],
        },
      ] as const,
      functionName: "getPlugConfig",
      args: [plug, world.chains[to].slug],
    })

  it("connects every two, through what their path has", async () => {
    const { alpha, beta, gamma } = await world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
    const { switchboard, optimisticSwitchboard } = world.chains.alpha.contracts
    expect((await configOf(alpha.address, "alpha", "beta"))[1]).to.equal(switchboard)
    expect((await configOf(alpha.address, "alpha", "gamma")).slice(0, 2)).to.eql([gamma.address, optimisticSwitchboard])
    await expect(beta.send.add([gamma.slug, 3n])).to.be.delivered
    expect(await gamma.read.counter()).to.equal(3n)
  })

  it("connects some of the chains, through a switchboard of choice", async () => {
    const plugs = await world.deployConnected("Counter", ({ socket, owner }) => [socket, owner], {
      chains: ["alpha", "beta"],
      switchboard: "OPTIMISTIC",
    })
    expect(Object.keys(plugs)).to.eql(["alpha", "beta"])
    const { optimisticSwitchboard } = world.chains.alpha.contracts
    expect((await configOf(plugs.alpha.address, "alpha", "beta"))[1]).to.equal(optimisticSwitchboard)
    // @ts-expect-error gamma has none
    expect(plugs.gamma).to.equal(undefined)
  })

  it("connects plugs of other names, with the same arguments or with arguments for each", async () => {
    const names = { alpha: "Counter", beta: "MoodyPlug" } as const
    const { alpha, beta } = await world.deployConnected(names, ({ socket, owner }) => [socket, owner])
    await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered
    expect(await beta.read.received()).to.equal(1n)

    const other = await world.deployConnected(
      { alpha: "Counter", gamma: "BridgeToken" },
      {
        alpha: ({ socket, owner }) => [socket, owner],
        gamma: ({ socket, owner }) => [socket, owner, "Token", "TKN", 100n],
      },
    )
    expect(await other.gamma.read.totalSupply()).to.equal(100n)
  })

  it("connects plugs that do not inherit Plug.sol, by functions of their own", async () => {
    const args = { connectBy: { alpha: "linkTo", beta: "pair" }, chains: ["alpha", "beta"] } as const
    const { alpha, beta } = await world.deployConnected("ForeignPlug", ({ socket, owner }) => [socket, owner], args)
    await expect(alpha.send.post([beta.slug, "0x1234"])).to.be.delivered
    expect(await beta.read.received()).to.equal("0x1234")

    const made = await Promise.all(
      (["alpha", "beta"] as const).map((chain) =>
        world.deploy(chain, "ForeignPlug", ({ socket, owner }) => [socket, owner]),
      ),
    )
    const signature = "linkTo(uint32 remoteSlug, address remotePlug, address switchboard)"
    await world.connect(made, { connectBy: signature })
    await expect(made[0]?.send.post([beta.slug, "0x56"])).to.be.delivered
  })

  it("connects one side alone", async () => {
    const alpha = await world.deploy("alpha", "Counter", ({ socket, owner }) => [socket, owner])
    const beta = await world.deploy("beta", "Counter", ({ socket, owner }) => [socket, owner])
    await alpha.connectTo(beta)
    expect((await configOf(alpha.address, "alpha", "beta"))[0]).to.equal(beta.address)
    expect((await configOf(beta.address, "beta", "alpha"))[0]).to.match(/^0x0+$/)
  })

  it("says what is wrong with a connection", async () => {
    const foreign = (options: object) =>
      failure(world.deployConnected("ForeignPlug", ({ socket, owner }) => [socket, owner], options))
    expect((await foreign({})).message).to.equal(
      'Argument "connectBy": ForeignPlug has no function "connect". Name the one that connects it to its sibling: { connectBy: "setSibling" }, or its signature.',
    )
    const pretending = await foreign({ connectBy: "pretendTo(uint32 slug, address peer, address switchboard)" })
    expect(pretending.code).to.equal("CONNECTION_NOT_MADE")
    const make = (chain: "alpha" | "beta") => world.deploy(chain, "ForeignPlug", ({ socket, owner }) => [socket, owner])
    const [from, to, another] = [await make("alpha"), await make("beta"), await make("beta")]
    await from.connectTo(to, { connectBy: "linkTo" })
    const connectBy = "pretendTo(uint32 slug, address peer, address switchboard)"
    for (const [sibling, switchboard] of [
      [another, "FAST"],
      [to, "OPTIMISTIC"],
    ] as const) {
      // The plug stays connected to the first one, through the fast switchboard.
      expect((await failure(from.connectTo(sibling, { connectBy, switchboard }))).code).to.equal("CONNECTION_NOT_MADE")
    }
    await from.connectTo(to, { connectBy, switchboard: "FAST" })
    const args = ({ socket, owner }: { socket: `0x${string}`; owner: `0x${string}` }) => [socket, owner] as const
    expect(await failure(world.deployConnected("Counter", args, { switchboard: "FAST" }))).to.include({
      code: "INVALID_INPUT",
      argument: "switchboard",
    })
    const one = await world.deploy("alpha", "Counter", args)
    expect(await failure(world.connect([one]))).to.include({ code: "INVALID_INPUT", argument: "plugs" })
    expect(await failure(world.connect([one, one]))).to.include({ code: "INVALID_INPUT", argument: "plugs" })
  })

  it("names the plug that refuses to be connected", async () => {
    const [, other] = world.chains.alpha.accounts
    const alpha = await world.deploy("alpha", "Counter", ({ socket, owner }) => [socket, owner], { account: other })
    const beta = await world.deploy("beta", "Counter", ({ socket, owner }) => [socket, owner])
    expect((await failure(world.connect([alpha, beta]))).message).to.match(
      /^Counter.connect on alpha reverts: OwnableUnauthorizedAccount\(/,
    )
    await alpha.connectTo(beta)
  })
})
