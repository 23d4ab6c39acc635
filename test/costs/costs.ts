import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { createWorld } from "#src/testing/index.js"
import { deepIt } from "#test/fixtures/depth.js"

describe("the costs of a world", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  it("are none before a message is sent", async () => {
    await world.loadFixture(counters)
    expect(await world.costs()).to.deep.equal({ messages: [], requests: [] })
  })

  it("say what each function has cost, and how much of the gas limit inbound has used", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const sent = [await alpha.send.add([beta.slug, 5n]), await alpha.send.add([beta.slug, 6n])]
    sent.push(await beta.send.add([alpha.slug, 7n]))
    const { messages, requests } = await world.costs()
    const fee = sent[0]?.fee ?? 0n
    const gas = sent.map(({ receipt }) => receipt.gasUsed).sort((one, other) => Number(one - other))
    expect(requests).to.deep.equal([])
    expect(messages).to.have.length(1)
    const [adding] = messages
    expect(adding).to.deep.include({
      contract: "Counter",
      functionName: "add",
      fee: { min: fee, median: fee, max: fee, count: 3 },
      outboundGas: { min: gas[0], median: gas[1], max: gas[2], count: 3 },
    })
    // The second message finds a counter that is not zero, which costs much less to write.
    const { min = 0n, median = 0n, max = 0n, count } = adding?.inboundGas ?? {}
    expect(count).to.equal(3)
    expect(Number(min)).to.be.within(5_000, 15_000)
    expect(median).to.equal(max)
    expect(Number(max)).to.be.within(20_000, 40_000)
    const share = Number(max) / 100_000
    expect(adding?.inboundAtMost).to.include({ gasUsed: max, gasLimit: 100_000n })
    expect(adding?.inboundAtMost?.share).to.be.closeTo(share, 0.0001)
  })

  it("are the same whether messages arrive one after the other or together", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const add = () => alpha.send.add([beta.slug, 5n])
    await expect(add()).to.be.delivered
    await expect(add()).to.be.delivered
    const [apart] = (await world.costs()).messages
    await world.loadFixture(counters)
    world.manual()
    await add()
    await add()
    await world.deliver({ until: "EXECUTING" })
    world.automatic()
    const [together] = (await world.costs()).messages
    expect(together?.inboundGas?.count).to.equal(2)
    expect(together).to.deep.equal(apart)
  })

  it("are those of the messages that the world has now", async () => {
    await world.loadFixture(counters)
    expect((await world.costs()).messages).to.deep.equal([])
  })

  deepIt("name the market's own contracts", async () => {
    await using trading = createWorld(hre, { chains: ["alpha", "beta"], market: true })
    await trading.start()
    const sent = await trading.swap({ from: "alpha", to: "beta", input: "USDC", output: "WETH", amount: "1000" })
    await expect(Promise.resolve(sent)).to.be.completed
    const { messages } = await trading.costs()
    expect(messages.map(({ contract, functionName }) => `${contract}.${functionName}`)).to.deep.equal([
      "SwapRouter.execute",
    ])
  })

  it("include messages that inbound sends, as an answer", async () => {
    const players = () => world.deployConnected("PingPong", ({ socket, owner }) => [socket, owner])
    const { alpha, beta } = await world.loadFixture(players)
    await world.chains.beta.testClient.setBalance({ address: beta.address, value: 10n ** 18n })
    await alpha.send.ping([beta.slug])
    const { messages } = await world.costs()
    expect(
      messages.map(({ contract, functionName, outboundGas }) => [contract, functionName, outboundGas?.count]),
    ).to.deep.equal([
      ["PingPong", "inbound", undefined],
      ["PingPong", "ping", 1],
    ])
  })
})
