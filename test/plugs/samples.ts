import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import { type Address, parseEther, parseEventLogs } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, type DevnetChain, startDevnet } from "#src/devnet/index.js"
import { bridgeTokenArtifact } from "#test/fixtures/artifacts/BridgeToken.js"
import { pingPongArtifact } from "#test/fixtures/artifacts/PingPong.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { watchDevnet } from "#test/fixtures/worlds/messaging/watchDevnet.js"

describe("sample plugs, across two chains", () => {
  let devnet: Devnet
  let alpha: DevnetChain
  let beta: DevnetChain
  let watch: ReturnType<typeof watchDevnet>
  before(async () => {
    devnet = await startDevnet()
    alpha = devnet.chains["alpha"]!
    beta = devnet.chains["beta"]!
  })
  after(() => devnet.stop())
  beforeEach(() => {
    watch = watchDevnet(devnet)
  })
  afterEach(() => {
    watch.stop()
  })

  describe("Counter", () => {
    const { abi } = counterArtifact
    let counters: Record<string, Address>
    before(async () => {
      counters = await deployConnected(devnet, counterArtifact)
    })
    const counterOn = ({ publicClient, name }: DevnetChain) =>
      publicClient.readContract({ address: counters[name]!, abi, functionName: "counter" })

    it("adds to its sibling, and not to itself", async () => {
      await send(alpha, { address: counters["alpha"]!, abi, functionName: "add", args: [beta.slug, 5n] })
      await watch.reached("EXECUTION_SUCCESS")
      expect(await counterOn(beta)).to.equal(5n)
      expect(await counterOn(alpha)).to.equal(0n)
    })

    it("sends many messages in one transaction, paid by one value, and refunds the rest", async () => {
      const [fee, balanceBefore] = await Promise.all([
        alpha.publicClient.readContract({
          address: counters["alpha"]!,
          abi,
          functionName: "minFees",
          args: [beta.slug, 100_000n, 32n],
        }),
        alpha.publicClient.getBalance({ address: alpha.accounts[0]! }),
      ])
      const hash = await send(alpha, {
        address: counters["alpha"]!,
        abi,
        functionName: "addMany",
        args: [beta.slug, [1n, 2n, 3n]],
      })
      await watch.reached("EXECUTION_SUCCESS", 3)
      expect(await counterOn(beta)).to.equal(11n)
      const { gasUsed, effectiveGasPrice } = await alpha.publicClient.getTransactionReceipt({ hash })
      const balanceAfter = await alpha.publicClient.getBalance({ address: alpha.accounts[0]! })
      expect(balanceBefore - balanceAfter).to.equal(3n * fee + gasUsed * effectiveGasPrice)
    })
  })

  describe("PingPong", () => {
    const { abi } = pingPongArtifact
    let plugs: Record<string, Address>
    before(async () => {
      plugs = await deployConnected(devnet, pingPongArtifact)
    })
    const ping = () => send(alpha, { address: plugs["alpha"]!, abi, functionName: "ping", args: [beta.slug] })
    const count = ({ publicClient, name }: DevnetChain, functionName: "pings" | "pongs") =>
      publicClient.readContract({ address: plugs[name]!, abi, functionName })

    it("lets the ping arrive and says what is missing when it cannot pay its answer", async () => {
      await ping()
      const [delivered] = await watch.reached("EXECUTION_SUCCESS")
      const { logs } = await beta.publicClient.getTransactionReceipt({ hash: delivered!.executionTx! })
      const [refused] = parseEventLogs({ abi, eventName: "AnswerRefused", logs })
      expect(refused!.args.available).to.equal(0n)
      expect(refused!.args.required > 0n).to.equal(true)
      expect(await count(beta, "pings")).to.equal(1n)
      expect(await count(alpha, "pongs")).to.equal(0n)
    })

    it("answers from its own balance", async () => {
      const hash = await beta.walletClient.sendTransaction({ to: plugs["beta"]!, value: parseEther("1") })
      await beta.publicClient.waitForTransactionReceipt({ hash })
      await ping()
      await watch.reached("EXECUTION_SUCCESS", 2)
      expect(await count(alpha, "pongs")).to.equal(1n)
      const left = await beta.publicClient.getBalance({ address: plugs["beta"]! })
      expect(left < parseEther("1")).to.equal(true)
    })
  })

  describe("BridgeToken", () => {
    const { abi } = bridgeTokenArtifact
    const issued = parseEther("1000")
    let tokens: Record<string, Address>
    before(async () => {
      tokens = await deployConnected(devnet, bridgeTokenArtifact, ({ name }) => [
        "Bridged",
        "BRG",
        name === "alpha" ? issued : 0n,
      ])
    })
    const supplyOn = ({ publicClient, name }: DevnetChain) =>
      publicClient.readContract({ address: tokens[name]!, abi, functionName: "totalSupply" })

    it("moves tokens there and back, and the supply of both chains stays what was issued", async () => {
      const receiver = beta.accounts[0]!
      const bridge = (from: DevnetChain, to: DevnetChain, amount: bigint) =>
        send(from, { address: tokens[from.name]!, abi, functionName: "bridge", args: [to.slug, receiver, amount] })

      devnet.relay.pause("execute")
      await bridge(alpha, beta, 300n)
      await watch.reached("EXECUTING")
      expect((await supplyOn(alpha)) + (await supplyOn(beta))).to.equal(issued - 300n)
      devnet.relay.resume()
      await watch.reached("EXECUTION_SUCCESS")
      expect(await supplyOn(beta)).to.equal(300n)

      await bridge(beta, alpha, 120n)
      await watch.reached("EXECUTION_SUCCESS", 2)
      expect(await supplyOn(beta)).to.equal(180n)
      expect(await supplyOn(alpha)).to.equal(issued - 180n)
    })
  })
})
