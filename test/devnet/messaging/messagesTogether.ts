import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { encodeFunctionData, getAbiItem, type Hex, toFunctionSelector } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { batcherArtifact } from "#src/devnet/artifacts/operators.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import type { MessagingStage } from "#src/devnet/messaging/stages.js"
import type { HoldableRelay } from "#src/devnet/relay/relay.js"
import { deepIt } from "#test/fixtures/depth.js"
import { deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"

type Request = Parameters<Devnet["chains"]["alpha"]["provider"]["request"]>[0]

const tryAll = toFunctionSelector(getAbiItem({ abi: batcherArtifact.abi, name: "tryAll" }))

describe("messages that arrive together", () => {
  let devnet: Devnet<"alpha" | "beta", false, false>
  let send: () => Promise<Hex>
  before(async () => {
    devnet = await startDevnet({ gateway: false, market: false })
    const { alpha, beta } = devnet.chains
    const { alpha: to } = await deployConnected(devnet, counterArtifact)
    const data = encodeFunctionData({ abi: counterArtifact.abi, functionName: "add", args: [beta.slug, 1n] })
    const params = [{ from: alpha.accounts[0], to, data, value: "0x16345785d8a0000", gas: "0x493e0" }]
    send = async () => (await alpha.provider.request({ method: "eth_sendTransaction", params })) as Hex
  })
  after(() => devnet.stop())

  /** Resolves once the actors have nothing left to do. The devnet's own relay can tell, but does not promise it to users. */
  const idle = (): Promise<void> => (devnet.relay as unknown as Pick<HoldableRelay<MessagingStage>, "idle">).idle()

  /** Collects the requests to a chain until what it returns is called, which returns their methods. */
  function watchRequests(name: "alpha" | "beta"): () => readonly string[] {
    const { provider } = devnet.chains[name]
    const request = provider.request.bind(provider)
    const methods: string[] = []
    provider.request = async (call: Request) => {
      methods.push(call.method)
      return (await request(call)) as unknown
    }
    return () => {
      provider.request = request
      return methods
    }
  }

  /** Has ten messages delivered, and returns the calls that the destination answered from the first simulation on. */
  async function deliverTen(onCall: (data: Hex) => void = () => undefined): Promise<readonly Hex[]> {
    devnet.relay.pause("simulate")
    for (let sent = 0; sent < 10; sent += 1) await send()
    await idle()
    const { provider } = devnet.chains.beta
    const request = provider.request.bind(provider)
    const calls: Hex[] = []
    provider.request = async (call: Request) => {
      if (call.method === "eth_call") {
        const { data } = (call.params as readonly [{ readonly data: Hex }])[0]
        calls.push(data.slice(0, 10) as Hex)
        onCall(data)
      }
      return (await request(call)) as unknown
    }
    try {
      let delivered = 0
      const stop = devnet.onMessage(({ status }) => {
        if (status === "EXECUTION_SUCCESS") delivered += 1
      })
      devnet.relay.resume("simulate")
      await idle()
      stop()
      expect(delivered).to.equal(10)
    } finally {
      provider.request = request
    }
    return calls
  }

  deepIt("move while transactions that were sent with theirs still wait", async () => {
    let answered = 0
    let answeredAtSeal: number | undefined
    const stop = devnet.onMessage(({ status }) => {
      if (status === "SEALED") answeredAtSeal ??= answered
    })
    await Promise.all(Array.from({ length: 100 }, () => send().then(() => (answered += 1))))
    await idle()
    stop()
    expect(answeredAtSeal).to.be.within(1, 90)
  })

  it("are simulated by one call, the one that is then sent", async () => {
    expect(await deliverTen()).to.deep.equal([tryAll])
  })

  it("are simulated one by one if the chain does not run them together", async () => {
    const calls = await deliverTen((data) => {
      if (data.startsWith(tryAll)) throw new Error("refused")
    })
    expect(calls).to.have.lengthOf(11)
  })

  it("are sealed without asking their chain which packet is next", async () => {
    const seen = watchRequests("alpha")
    await deliverTen()
    expect(seen().filter((method) => method === "eth_call")).to.deep.equal([])
  })

  it("are allowed once, and again after a block", async () => {
    const { testClient } = devnet.chains.beta
    const askedWhile = async (work: () => Promise<unknown>): Promise<number> => {
      const seen = watchRequests("beta")
      await work()
      await idle()
      // The other one simulates.
      return seen().filter((method) => method === "eth_call").length - 1
    }
    expect(await askedWhile(send)).to.equal(1)

    devnet.relay.pause("verify")
    await send()
    await idle()
    await testClient.mine({ blocks: 1 })
    const resume = () => {
      devnet.relay.resume("verify")
      return Promise.resolve()
    }
    expect(await askedWhile(resume)).to.equal(1)
  })

  deepIt("are sealed, proposed and attested by a transaction for each hundred", async () => {
    devnet.relay.pause("seal", "verify")
    for (let sent = 0; sent < 100; sent += 1) await send()
    await idle()
    const ofBoth = [watchRequests("alpha"), watchRequests("beta")]
    devnet.relay.resume("seal")
    await idle()
    const sent = ofBoth.map((seen) => seen().filter((method) => method === "eth_sendRawTransaction").length)
    expect(sent).to.deep.equal([1, 2])
    devnet.relay.resume()
    await idle()
  })
})
