import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { zeroAddress } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { readWiring } from "#extras/page/src/readWiring.js"
import { type OpenDevnet, openDevnet } from "#src/devnet/openDevnet.js"
import { plugAbi } from "#src/messaging/index.js"
import { deploy, deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"

describe("the wiring of a devnet, for its page", () => {
  let opened: OpenDevnet<string, true, true>
  before(async () => (opened = await openDevnet<string>()))
  after(() => opened.devnet.stop())

  const alpha = () => opened.devnet.chains["alpha"]!
  const beta = () => opened.devnet.chains["beta"]!

  it("says of each connection whether the other side agrees, and names what the project names", async () => {
    expect((await readWiring(opened, () => undefined)).plugs, "the market's own are left out").to.deep.equal([])
    const ofMarket = await readWiring({ ...opened, market: undefined }, () => undefined)
    expect(ofMarket.plugs).to.have.length(4)
    expect(ofMarket.accounts.at(-1)!.balances).to.deep.equal(["10000 ETH", "10000 ETH", "10000 ETH"])
    const pair = await deployConnected(opened.devnet, counterArtifact)
    const owner = alpha().walletClient.account.address
    const lone = await deploy(alpha(), counterArtifact, [alpha().contracts.socket, owner])
    const connect = (address: typeof lone, sibling: string, switchboard: typeof lone) =>
      alpha().walletClient.writeContract({
        ...{ address, abi: plugAbi, functionName: "connect" },
        args: [beta().slug, sibling as typeof lone, switchboard],
      })
    await connect(lone, pair["beta"]!, alpha().contracts.switchboard)
    const loneCode = await alpha().publicClient.getCode({ address: lone })
    const nameOf = (slug: number, address: string, code: string) =>
      Promise.resolve(address === lone && code === loneCode ? `Lone on ${slug}` : undefined)
    const { plugs, links, accounts } = await readWiring(opened, nameOf)
    const told = links.map(({ from, to, ...rest }) => ({ ...rest, from: plugs[from]!.address, to: plugs[to]!.address }))
    const mutual = { switchboard: "FAST", problem: null }
    // The newest of each chain first.
    expect(told).to.deep.equal([
      { from: pair["beta"], to: pair["alpha"], ...mutual },
      {
        from: lone,
        to: pair["beta"],
        switchboard: "FAST",
        problem: `the other side is connected to ${pair["alpha"]!} instead`,
      },
      { from: pair["alpha"], to: pair["beta"], ...mutual },
    ])
    expect(plugs.find(({ address }) => address === lone)).to.include({
      name: `Lone on ${alpha().slug}`,
      balance: "0 ETH",
    })
    const [first] = accounts
    expect(first!.address).to.equal(owner)
    expect(first!.balances.map((text) => /^\d+(\.\d+)? ETH$/.test(text))).to.deep.equal([true, true, true])

    await connect(pair["alpha"]!, pair["beta"]!, alpha().contracts.optimisticSwitchboard)
    await connect(lone, zeroAddress, alpha().contracts.switchboard)
    const problems = async () => (await readWiring(opened, nameOf)).links.map(({ problem }) => problem)
    const disagreeing = [
      "it sends by FAST, and the other side receives by OPTIMISTIC",
      "it sends by OPTIMISTIC, and the other side receives by FAST",
    ]
    expect(await problems()).to.deep.equal(disagreeing)
    await connect(lone, owner, alpha().contracts.switchboard)
    expect(await problems()).to.deep.equal(disagreeing.toSpliced(1, 0, "the other side is not connected to it"))
  })
})
