import { readdir, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import {
  applyWiring,
  checkWiring,
  createWiringJournal,
  getPlugConfig,
  planWiring,
  plugAbi,
  type Wiring,
  type WiringChain,
  type WiringStep,
} from "#src/messaging/index.js"
import { foreignPlugArtifact } from "#test/fixtures/artifacts/ForeignPlug.js"
import { applyInChild } from "#test/fixtures/children/wiringChild.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"
import { laggingNode, minesWhenAwaited } from "#test/fixtures/worlds/minesWhenAwaited.js"

type Name = "alpha" | "beta"

describe("applyWiring", function () {
  const names: readonly Name[] = ["alpha", "beta"]
  let devnet: Devnet<Name, false, false>
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let plugs: Record<Name, Address>
  let chains: Record<Name, WiringChain>
  let wiring: Wiring
  before(async () => {
    devnet = await startDevnet({ chains: names, gateway: false, market: false })
  })
  after(() => devnet.stop())
  beforeEach(async () => {
    folder = await temporaryFolder()
    plugs = { alpha: await deployOn("alpha"), beta: await deployOn("beta") }
    chains = { alpha: chainOf("alpha"), beta: chainOf("beta") }
    wiring = wiringOf(plugs)
  })
  afterEach(() => folder[Symbol.asyncDispose]())

  async function deployOn(name: Name, artifact: Parameters<typeof deploy>[1] = counterArtifact): Promise<Address> {
    const chain = devnet.chains[name]
    return await deploy(chain, artifact, [chain.contracts.socket, chain.walletClient.account.address])
  }
  function chainOf(name: Name): WiringChain {
    const { slug, contracts, publicClient, walletClient } = devnet.chains[name]
    const journal = createWiringJournal(path.join(folder.path, name))
    return { slug, socket: contracts.socket, publicClient, walletClient, journal }
  }
  function wiringOf(contracts: Record<Name, Address>, more: Partial<Wiring[string]> = {}): Wiring {
    const { switchboard } = devnet.chains.alpha.contracts
    return { counters: { contracts, switchboard: { alpha: switchboard, beta: switchboard }, ...more } }
  }
  const planOf = (wired: Wiring, on: Record<Name, WiringChain> = chains) =>
    planWiring({ wiring: wired, chains: on, switchboardOf: () => devnet.chains.alpha.contracts.switchboard })
  const siblingOf = async (name: Name, plug = plugs[name]) => {
    const { publicClient, contracts } = devnet.chains[name]
    const siblingChainSlug = devnet.chains[name === "alpha" ? "beta" : "alpha"].slug
    return (await getPlugConfig(publicClient, { socket: contracts.socket, plug, siblingChainSlug })).siblingPlug
  }
  const countOf = async (name: Name, blockTag: "latest" | "pending" = "latest") => {
    const { publicClient, walletClient } = devnet.chains[name]
    return await publicClient.getTransactionCount({ address: walletClient.account.address, blockTag })
  }
  const recorded = async (name: Name) => await readdir(path.join(folder.path, name)).catch(() => [])
  const statusesOf = (results: readonly { change: { chain: string }; status: string }[]) =>
    Object.fromEntries(results.map(({ change, status }) => [change.chain, status]))

  it("sends what is needed, verifies it, and leaves nothing in the journal", async () => {
    const steps: WiringStep["kind"][] = []
    const plan = await planOf(wiring)
    const { isComplete, results } = await applyWiring({ plan, chains, onStep: ({ kind }) => steps.push(kind) })
    expect(isComplete).to.equal(true)
    expect(statusesOf(results)).to.deep.equal({ alpha: "done", beta: "done" })
    expect(await siblingOf("alpha")).to.equal(plugs.beta)
    expect((await checkWiring({ wiring, chains })).agrees).to.equal(true)
    expect(steps.filter((kind) => kind === "sent")).to.have.length(2)
    expect([...(await recorded("alpha")), ...(await recorded("beta"))]).to.deep.equal([])
    const again = await applyWiring({ plan, chains })
    expect([again.isComplete, statusesOf(again.results)]).to.deep.equal([true, { alpha: "in place", beta: "in place" }])
  })

  it("does not send what is in place by then, or what somebody changed after the plan was made", async () => {
    const plan = await planOf(wiring)
    const { switchboard } = devnet.chains.alpha.contracts
    await connect("alpha", [devnet.chains.beta.slug, plugs.beta, switchboard])
    const another = await deployOn("alpha")
    await connect("beta", [devnet.chains.alpha.slug, another, switchboard])
    const before = [await countOf("alpha"), await countOf("beta")]
    const { isComplete, results } = await applyWiring({ plan, chains })
    expect(isComplete).to.equal(false)
    expect(statusesOf(results)).to.deep.equal({ alpha: "in place", beta: "changed" })
    expect([await countOf("alpha"), await countOf("beta")]).to.deep.equal(before)
    expect(await siblingOf("beta")).to.equal(another)

    async function connect(name: Name, args: readonly [number, Address, Address]): Promise<void> {
      const { publicClient, walletClient } = devnet.chains[name]
      const hash = await walletClient.writeContract({
        address: plugs[name],
        abi: plugAbi,
        functionName: "connect",
        args,
      })
      await publicClient.waitForTransactionReceipt({ hash })
    }
  })

  it("connects plugs whose function takes no slug, on both sides", async () => {
    const foreign = {
      alpha: await deployOn("alpha", foreignPlugArtifact),
      beta: await deployOn("beta", foreignPlugArtifact),
    }
    const connect = { signature: "join(address,address)", args: ["sibling", "switchboard"] }
    const { results } = await applyWiring({ plan: await planOf(wiringOf(foreign, { connect })), chains })
    expect(statusesOf(results)).to.deep.equal({ alpha: "done", beta: "done" })
    const { contracts, publicClient } = devnet.chains.alpha
    const parameters = { socket: contracts.socket, plug: foreign.alpha, siblingChainSlug: devnet.chains.beta.slug }
    expect((await getPlugConfig(publicClient, parameters)).siblingPlug).to.equal(foreign.beta)
  })

  it("goes on with the others when one reverts, and leaves out a function that connects nothing", async () => {
    const foreign = { alpha: await deployOn("alpha", foreignPlugArtifact), beta: await deployOn("beta") }
    const pretending = wiringOf(foreign, { connect: "pretendTo(uint32,address,address)" })
    const plan = await planOf({ ...pretending, ...renamed(wiring) })
    expect(plan.changes.find(({ plug }) => plug === foreign.beta)?.status).to.equal("blocked")
    const { results } = await applyWiring({ plan, chains })
    const pretended = results.find(({ change }) => change.plug === foreign.alpha)
    expect(pretended?.status).to.equal("blocked")
    expect(await siblingOf("alpha")).to.equal(plugs.beta)

    // Its owner gives it away after the plan was made.
    const next = await planOf(wiringOf({ alpha: await deployOn("alpha"), beta: plugs.beta }))
    const [onAlpha] = next.changes.filter(({ chain }) => chain === "alpha")
    const { publicClient, walletClient } = devnet.chains.alpha
    const hash = await walletClient.writeContract({
      address: onAlpha!.plug,
      abi: [{ type: "function", name: "renounceOwnership", stateMutability: "nonpayable", inputs: [], outputs: [] }],
      functionName: "renounceOwnership",
    })
    await publicClient.waitForTransactionReceipt({ hash })
    const applied = await applyWiring({ plan: next, chains })
    expect(statusesOf(applied.results)).to.deep.equal({ alpha: "failed", beta: "done" })
    expect(applied.results[0]?.error?.code).to.equal("CALL_REVERTED")
    const [problem] = (await planOf(wiringOf({ alpha: onAlpha!.plug, beta: plugs.beta }))).problems
    expect(problem).to.include({ about: "owner", chain: "alpha" })
  })

  it("sends several changes of a chain one after the other, although its node lags behind and mines what is awaited", async () => {
    const others = wiringOf({ alpha: await deployOn("alpha"), beta: await deployOn("beta") })
    const plan = await planOf({ ...wiring, ...renamed(others) })
    expect(plan.changes.map(({ chain }) => chain).sort()).to.deep.equal(["alpha", "alpha", "beta", "beta"])
    const before = [await countOf("alpha"), await countOf("beta")]
    await using alpha = await minesWhenAwaited(devnet.chains.alpha)
    const lagging = {
      alpha: { ...chains.alpha, publicClient: await laggingNode(alpha.publicClient) },
      beta: { ...chains.beta, publicClient: await laggingNode(devnet.chains.beta.publicClient) },
    }
    const { isComplete, results } = await applyWiring({ plan, chains: lagging })
    expect(results.map(({ status, error }) => error?.message ?? status)).to.deep.equal(Array(4).fill("done"))
    expect(isComplete).to.equal(true)
    expect([await countOf("alpha"), await countOf("beta")]).to.deep.equal(before.map((count) => count + 2))
    expect(await recorded("alpha")).to.deep.equal([])
  })

  it("finds what a node mined and answered with an error, and fails for one chain alone where it refused", async () => {
    for (const isTaken of [true, false]) {
      plugs = { alpha: await deployOn("alpha"), beta: await deployOn("beta") }
      const { walletClient } = devnet.chains.alpha
      const request = async (call: { method: string }): Promise<unknown> => {
        if (!/^eth_send(Raw)?Transaction$/.test(call.method)) return await walletClient.request(call as never)
        if (isTaken) await walletClient.request(call as never)
        throw Object.assign(new Error("internal error"), { code: -32_603 })
      }
      const failing = { ...chains.alpha, walletClient: { ...walletClient, request } as typeof walletClient }
      const before = await countOf("alpha")
      const plan = await planOf(wiringOf(plugs))
      const { isComplete, results } = await applyWiring({ plan, chains: { ...chains, alpha: failing } })
      expect([isComplete, statusesOf(results)]).to.deep.equal([
        isTaken,
        { alpha: isTaken ? "done" : "failed", beta: "done" },
      ])
      expect(await countOf("alpha")).to.equal(before + Number(isTaken))
      // What was refused may have been sent all the same.
      expect(await recorded("alpha")).to.have.length(isTaken ? 0 : 1)
    }
  })

  for (const dies of ["written", "sent"] as const) {
    deepIt(`goes on after a process was killed once a change was ${dies}, and sends nothing twice`, async () => {
      const before = await countOf("alpha")
      // The transaction stays pending, so that only the journal knows about it.
      await using alpha = await minesWhenAwaited(devnet.chains.alpha)
      const jobs = Object.fromEntries(
        names.map((name) => {
          const { rpcUrl, slug, contracts, walletClient } = devnet.chains[name]
          // Only alpha has something to send.
          const account = name === "alpha" ? walletClient.account.address : undefined
          return [name, { rpcUrl, slug, socket: contracts.socket, account, folder: path.join(folder.path, name) }]
        }),
      )
      const own = {
        alpha: { ...chainOf("alpha"), publicClient: alpha.publicClient },
        beta: { ...chainOf("beta"), walletClient: undefined },
      }
      const plan = await planOf(wiring, own)
      const ended = await applyInChild({
        wiring,
        switchboard: devnet.chains.alpha.contracts.switchboard,
        chains: jobs,
        dies,
      })
      expect(ended.signal, ended.output).to.equal("SIGKILL")
      expect(await recorded("alpha")).to.have.length(1)
      const pending = (await countOf("alpha", "pending")) - before
      expect(pending).to.equal(dies === "sent" ? 1 : 0)
      const steps: WiringStep["kind"][] = []
      const { results } = await applyWiring({ plan, chains: own, onStep: ({ kind }) => steps.push(kind) })
      expect(results.find(({ change }) => change.chain === "alpha")?.status).to.be.oneOf(["done", "in place"])
      expect(await siblingOf("alpha")).to.equal(plugs.beta)
      expect(await countOf("alpha")).to.equal(before + 1)
      expect(steps.includes("resumed")).to.equal(dies === "sent")
      expect(await recorded("alpha")).to.deep.equal([])
    })
  }

  it("sends nothing, from any chain, where the journal of one has what the user did not write", async () => {
    const plan = await planOf(wiring)
    const record = { plug: plugs.alpha, siblingChainSlug: 41002, account: plugs.alpha, submission: {} }
    await chains.alpha.journal!.write(record as never)
    const [file] = await recorded("alpha")
    await writeFile(path.join(folder.path, "alpha", file!), "{}")
    const before = [await countOf("alpha"), await countOf("beta")]
    expect((await failure(applyWiring({ plan, chains }))).code).to.equal("JOURNAL_FOREIGN")
    expect([await countOf("alpha"), await countOf("beta")]).to.deep.equal(before)
  })

  it("sends nothing once its signal is aborted", async () => {
    const plan = await planOf(wiring)
    const { results } = await applyWiring({ plan, chains, signal: AbortSignal.abort() })
    expect(statusesOf(results)).to.deep.equal({ alpha: "unsent", beta: "unsent" })
    expect(await siblingOf("alpha")).to.equal(zeroAddress)
  })
})

function renamed({ counters }: Wiring): Wiring {
  return { others: counters! }
}
