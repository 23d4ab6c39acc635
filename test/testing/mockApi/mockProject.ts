import { expect } from "chai"
import { configVariable } from "hardhat/config"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"

import { startDevnet } from "#src/devnet/index.js"
import hardhatPlugs from "#src/index.js"
import type { PlugsUserConfig } from "#src/plugin/config/PlugsUserConfig.js"
import { mockApi } from "#src/testing/index.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const srcTxHash = bytes32(0xabc)
const unset = configVariable("UNSET_KEY")

/** A project whose APIs cannot be reached, and need keys that nobody has set. */
async function project(more: PlugsUserConfig = {}) {
  const hre = await createHardhatRuntimeEnvironment({
    plugins: [hardhatPlugs],
    plugs: { devnet: { port: 9, chains: ["here", { name: "there", chainId: 9_002, slug: 77 }] }, ...more },
  })
  return { hre, connect: () => hre.network.create("here") }
}

/** What a task prints in this process. */
async function printed(run: () => Promise<unknown>): Promise<string> {
  const { stdout } = process
  const write = stdout.write.bind(stdout)
  let text = ""
  stdout.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    text += String(chunk)
    const written = rest.find((one) => typeof one === "function") as (() => void) | undefined
    written?.()
    return true
  }
  try {
    await run()
    return text
  } finally {
    stdout.write = write
  }
}

describe("mocked APIs of a project", () => {
  it("answer its tasks, in no real time, about a chain by its name", async () => {
    const { hre } = await project()
    using api = mockApi(
      {
        messaging: [
          { srcTxHash, srcChainSlug: "there", states: ["SEALED", { after: 90_000, status: "EXECUTION_SUCCESS" }] },
        ],
      },
      { hre },
    )
    const track = hre.tasks.getTask(["messaging", "track"])
    const said = await printed(() => track.run({ id: srcTxHash, from: "there", source: "api", json: true }))
    expect(said).to.match(/"status":"SEALED"[^]*"status":"EXECUTION_SUCCESS"/)
    expect(new Set(api.requests.map(({ query }) => query["srcChainSlug"]))).to.deep.equal(new Set(["77"]))
    api.assertDone()
  })

  it("are believed alone, also while a devnet runs, whose chains do not have their messages", async () => {
    await using devnet = await startDevnet({ chains: ["here", "there"], gateway: false, market: false })
    const { hre, connect } = await project({
      devnet: { port: Number(new URL(devnet.url).port), chains: ["here", "there"] },
    })
    const states = ["SEALED", "EXECUTION_SUCCESS"] as const
    using first = mockApi({ messaging: [{ srcTxHash, dstChainSlug: "there", states }] }, { hre })
    const { plugs } = await connect()
    expect((await plugs.messaging.waitForMessage({ srcTxHash })).status).to.equal("EXECUTION_SUCCESS")
    first.assertDone()
    using second = mockApi({ messaging: [{ srcTxHash, dstChainSlug: "there", states }] }, { hre })
    const track = hre.tasks.getTask(["messaging", "track"])
    expect(await printed(() => track.run({ id: srcTxHash, from: "here", json: true }))).to.contain("EXECUTION_SUCCESS")
    second.assertDone()
  })

  it("answer connection.plugs, of all three APIs, whose numbers are those that were asked for", async () => {
    const { hre, connect } = await project()
    const target = at(7)
    using api = mockApi(
      {
        messaging: [
          { fees: [7n], dstChainSlug: "there" },
          { srcTxHash, dstChainSlug: "there", states: ["SEALED"] },
        ],
        gateway: [{ onChainAddress: target, chainSlug: "there", isDeployed: [true] }],
        swap: [{ quotes: [[{ quoteId: "q" }]], destinationChainId: "there" }],
      },
      { hre },
    )
    const { plugs } = await connect()
    const asked = { srcPlug: at(1), dstChainSlug: "there", msgGasLimit: 1n, payloadLength: 32 }
    expect(await plugs.messaging.estimateMinFees(asked)).to.equal(7n)
    const [message] = await plugs.messaging.getMessages({ srcTxHash })
    expect(message?.status).to.equal("SEALED")
    expect([message?.from.srcChainSlug, message?.to.dstChainSlug]).to.deep.equal([41_001, 77])
    const forwarder = await plugs.gateway.getForwarder({ onChainAddress: target, chainSlug: "there" })
    expect(forwarder).to.include({ isDeployed: true, chainSlug: 77 })
    const { routes } = await plugs.swap.getQuote({
      ...{ destinationChainId: 9_002, userAddress: at(2), receiverAddress: at(2) },
      ...{ inputToken: at(3), outputToken: at(4), inputAmount: 5n },
    })
    expect(routes.map(({ quoteId }) => quoteId)).to.deep.equal(["q"])
    api.assertDone()
  })

  it("end with their scope, and are replaced by the next, also for a connection that has used them", async () => {
    const { hre, connect } = await project({ messaging: { apiKey: unset } })
    const { plugs } = await connect()
    const stateOf = async () => (await plugs.messaging.getMessages({ srcTxHash }))[0]?.status
    const replaced = mockApi({ messaging: [{ srcTxHash, states: ["RECEIVED"] }] }, { hre })
    expect(await stateOf()).to.equal("RECEIVED")
    {
      using next = mockApi({ messaging: [{ srcTxHash, states: ["ATTESTED"] }] }, { hre })
      expect(await stateOf()).to.equal("ATTESTED")
      // One that has been replaced ends nothing.
      replaced[Symbol.dispose]()
      expect(await stateOf()).to.equal("ATTESTED")
      expect(next.requests).to.have.length(2)
    }
    expect(await stateOf().catch(String)).to.contain("UNSET_KEY")
  })

  it("can be written in the configuration, where no key is read", async () => {
    using api = mockApi({ messaging: [{ srcTxHash, states: ["SEALED"] }] })
    const { connect } = await project({
      messaging: {
        baseUrl: "https://api.example",
        apiKey: unset,
        mock: api.messaging,
      },
    })
    const { plugs } = await connect()
    const [message] = await plugs.messaging.getMessages({ srcTxHash, srcChainSlug: "there" })
    expect(message?.from.srcChainSlug).to.equal(77)
  })

  it("refuse a name that no chain has, or that no project knows", async () => {
    const { hre } = await project()
    const named = { messaging: [{ srcTxHash, srcChainSlug: "ther", states: ["SEALED"] }] } as const
    expect(() => mockApi(named, { hre }))
      .to.throw('no chain is called "ther"')
      .with.property("code", "INVALID_INPUT")
    expect(() => mockApi(named)).to.throw("mockApi(scenario, { hre })")
  })
})
