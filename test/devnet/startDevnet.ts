import { createServer } from "node:net"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Address } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { devnetSocket } from "#src/devnet/addresses.js"
import { type Devnet, type DevnetChain, PortBusyError, startDevnet } from "#src/devnet/index.js"
import { switchboardOf } from "#src/devnet/messaging/paths.js"
import { openDevnet } from "#src/devnet/openDevnet.js"
import { socketAbi } from "#src/messaging/index.js"
import { devnetSwitchboard, devnetSwitchboardKinds } from "#src/messaging/switchboardKinds.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { watchDevnet } from "#test/fixtures/worlds/messaging/watchDevnet.js"

describe("startDevnet", () => {
  describe("with chains of its caller's choice", () => {
    let devnet: Devnet<"one" | "two" | "odd">
    let counters: Record<string, Address>
    before(async () => {
      devnet = await startDevnet({ chains: ["one", "two", { name: "odd", chainId: 777, slug: 1399904803 }] })
      counters = await deployConnected(devnet, counterArtifact)
    })
    after(() => devnet.stop())

    it("has the socket on each at the address of the default configuration", async () => {
      for (const { publicClient, slug, contracts } of Object.values(devnet.chains)) {
        expect(contracts.socket).to.equal(devnetSocket)
        for (const kind of devnetSwitchboardKinds)
          expect(switchboardOf(contracts, kind)).to.equal(devnetSwitchboard(kind))
        const chainSlug = await publicClient.readContract({
          address: devnetSocket,
          abi: socketAbi,
          functionName: "chainSlug",
        })
        expect(chainSlug).to.equal(slug)
      }
    })

    it("keeps a slug apart from a chain id", async () => {
      const { odd } = devnet.chains
      expect(await odd.publicClient.getChainId()).to.equal(777)
      expect(odd.slug).to.equal(1399904803)
    })

    deepIt("delivers between any two of them", async () => {
      const watch = watchDevnet(devnet)
      const chains = Object.values(devnet.chains)
      for (const from of chains) {
        for (const to of chains) {
          if (from === to) continue
          await send(from, {
            address: counters[from.name]!,
            abi: counterArtifact.abi,
            functionName: "add",
            args: [to.slug, 1n],
          })
        }
      }
      const delivered = await watch.reached("EXECUTION_SUCCESS", 6)
      expect(new Set(delivered.map(({ outbound: o }) => `${o.srcChainSlug}>${o.dstChainSlug}`)).size).to.equal(6)
    })
  })

  deepIt("can be stopped and started again on the same port, each time from scratch", async () => {
    const first = await startDevnet()
    const { port } = new URL(first.url)
    await deployConnected(first, counterArtifact)
    await first.stop()

    await using second = await startDevnet({ port: Number(port) })
    expect(second.url).to.equal(first.url)
    const { alpha } = second.chains
    expect(await alpha.publicClient.getTransactionCount({ address: alpha.accounts[0]! })).to.equal(0)
  })

  it("says that the port is taken before it opens a chain", async () => {
    const squatter = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => squatter.once("listening", resolve))
    const { port } = squatter.address() as { port: number }
    try {
      const error = await failure(openDevnet({ port }, { openChains: () => Promise.reject(new Error("opened")) }))
      expect(error).to.be.instanceOf(PortBusyError).with.property("code", "PORT_BUSY")
      expect((error as Error).message).to.contain(String(port))
    } finally {
      await new Promise((resolve) => squatter.close(resolve))
    }
  })

  it("lets go of its folder where it cannot start", async () => {
    await using folder = await temporaryFolder()
    const start = () =>
      openDevnet({ state: folder.path }, { openChains: () => Promise.reject(new Error("no chain opens")) })
    // Each time for the same reason, and never because the folder is in use.
    for (const time of ["first", "second"])
      expect(await rejection(start()), time).to.have.property("message", "no chain opens")
  })

  for (const [chains, problem] of [
    [["alone"], "too few"],
    [["twin", "twin"], "two chains have the name twin"],
    [["a/b", "c"], `"a/b" cannot be part of a URL`],
    [
      [
        { name: "a", chainId: 5 },
        { name: "b", chainId: 5 },
      ],
      "two chains have the chainId 5",
    ],
    [
      [
        { name: "a", chainId: 5 },
        { name: "b", chainId: 6, slug: 5 },
      ],
      "two chains have the slug 5",
    ],
    [["gateway", "b"], "the name gateway is the gateway chain's"],
    [[{ name: "a", chainId: 41000 }, "b"], "the chainId 41000 is the gateway chain's"],
    [[{ name: "a", chainId: 5, slug: 41000 }, "b"], "the slug 41000 is the gateway chain's"],
    [[{ name: "a", chainId: 0 }, "b"], "a's chain id 0"],
    [[{ name: "a", chainId: 5, slug: 2 ** 32 }, "b"], "a's slug 4294967296"],
  ] as const) {
    it(`refuses ${JSON.stringify(chains)}`, async () => {
      const error = await failure(startDevnet({ chains }))
      expect(error).to.have.property("code", "INVALID_INPUT")
      expect((error as Error).message).to.contain(problem)
    })
  }

  for (const [options, problem] of [
    [{ port: 70_000 }, 'Argument "port": 70000 is out of range. Give a whole number from 0 to 65535.'],
    [{ gatewayChainId: 41001 }, 'Argument "gatewayChainId": 41001 is the chainId of alpha'],
    [{ gatewayChainId: 0 }, 'Argument "gatewayChainId": 0 is out of range'],
    [{ watchers: 0 }, 'Argument "watchers": 0 is out of range'],
    [{ blockTime: 0.5 }, 'Argument "blockTime": 0.5 is out of range'],
    [{ pace: -1 }, 'Argument "pace": -1 is out of range'],
    [{ memoryWarning: 0 }, 'Argument "memoryWarning": 0 is out of range'],
    [{ allowedOrigins: ["*"] }, 'Argument "allowedOrigins": "*" is not an origin'],
    [{ executionRetries: { attempts: 0, delay: 1 } }, 'Argument "executionRetries.attempts": 0 is out of range'],
  ] as const) {
    it(`refuses ${JSON.stringify(options)}`, async () => {
      const error = await failure(startDevnet(options))
      expect(error).to.have.property("code", "INVALID_INPUT")
      expect(error.message).to.contain(problem)
    })
  }

  deepIt("waits for every one of several watchers", async () => {
    await using devnet = await startDevnet({ watchers: 3 })
    const counters = await deployConnected(devnet, counterArtifact)
    const watch = watchDevnet(devnet)
    const { alpha, beta } = devnet.chains
    await send(alpha, {
      address: counters["alpha"]!,
      abi: counterArtifact.abi,
      functionName: "add",
      args: [beta.slug, 1n],
    })
    const [delivered] = await watch.reached("EXECUTION_SUCCESS")
    expect(delivered!.attestedBy.size).to.equal(3)
  })

  describe("with a block time", () => {
    // So long that the test mines every block.
    const never = 1_000_000

    deepIt(
      "keeps transactions waiting for a block, and delivers once although the relay is stopped meanwhile",
      async () => {
        await using devnet = await startDevnet({ watchers: 2 })
        const { alpha, beta } = devnet.chains
        const counters = await deployConnected(devnet, counterArtifact)
        const watch = watchDevnet(devnet)
        for (const { testClient } of [alpha, beta]) {
          await testClient.setAutomine(false)
          await testClient.setIntervalMining({ interval: never })
        }
        const mine = () => Promise.all([alpha, beta].map(({ testClient }) => testClient.mine({ blocks: 1 })))
        const waiting = async ({ publicClient }: DevnetChain) =>
          (await publicClient.getBlock({ blockTag: "pending" })).transactions.length
        const troubles: unknown[] = []
        devnet.onError((error) => troubles.push(error))
        let delivered = false
        void watch.reached("EXECUTION_SUCCESS").then(() => (delivered = true))

        await alpha.walletClient.writeContract({
          address: counters["alpha"]!,
          abi: counterArtifact.abi,
          functionName: "add",
          args: [beta.slug, 5n],
          value: 10n ** 17n,
        })
        let kills = 0
        await eventually(async () => {
          if (delivered) return true
          if ((await waiting(alpha)) + (await waiting(beta)) === 0) return false
          await devnet.relay.stop()
          devnet.relay.start()
          kills += 1
          await mine()
          return false
        })
        // The plug's own transaction, then seal, propose, attest twice and execute, some of which share a block.
        expect(kills).to.be.within(5, 6)
        const count = await beta.publicClient.readContract({
          address: counters["beta"]!,
          abi: counterArtifact.abi,
          functionName: "counter",
        })
        expect(count).to.equal(5n)
        expect(troubles, "nothing was sent twice").to.deep.equal([])
      },
    )

    deepIt("emits no warning, however many actors wait for its blocks", async () => {
      const warnings: Error[] = []
      const onWarning = (warning: Error) => warnings.push(warning)
      process.on("warning", onWarning)
      await using devnet = await startDevnet({ watchers: 16, blockTime: 20 })
      const counters = await deployConnected(devnet, counterArtifact)
      const watch = watchDevnet(devnet)
      const { alpha, beta } = devnet.chains
      const { abi } = counterArtifact
      await send(alpha, { address: counters["alpha"]!, abi, functionName: "add", args: [beta.slug, 1n] })
      await watch.reached("EXECUTION_SUCCESS")
      process.off("warning", onWarning)
      expect(warnings).to.deep.equal([])
    })

    it("mines by itself at that pace", async () => {
      await using devnet = await startDevnet({ blockTime: 20 })
      const { alpha } = devnet.chains
      const heights = await new Promise<bigint[]>((resolve) => {
        const seen: bigint[] = []
        const stop = alpha.publicClient.watchBlockNumber({
          onBlockNumber: (height) => {
            if (seen.push(height) < 3) return
            stop()
            resolve(seen)
          },
        })
      })
      expect(heights.at(-1)! > heights[0]!).to.equal(true)
    })
  })
})
