import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { expect } from "chai"
import { after, before, it } from "mocha"
import { type Abi, type Address, encodeFunctionData, type Hex, pad, parseEther } from "viem"

import { readDocument } from "../markdown.js"
import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import { reminderAppGatewayArtifact } from "#examples/demos/artifacts/ReminderAppGateway.js"
import { feeTokenArtifact } from "#src/devnet/artifacts/gateway.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import {
  createContractId,
  createGatewayClient,
  depositCredits,
  waitForCredits,
  waitForTransaction,
} from "#src/gateway/index.js"
import { connectPlug, plugAbi } from "#src/messaging/index.js"
import { systemClock } from "#src/primitives/clock.js"
import { plainText } from "#src/terminal/renderText.js"
import { describeDevnet } from "#tasks/devnet/describeDevnet.js"
import { devnetBanner } from "#tasks/devnet/output/devnetBanner.js"
import { chainAppArtifact } from "#test/fixtures/artifacts/ChainApp.js"
import { triggeredAppGatewayArtifact } from "#test/fixtures/artifacts/TriggeredAppGateway.js"
import { triggerPlugArtifact } from "#test/fixtures/artifacts/TriggerPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createFastClock } from "#test/fixtures/clocks/patientClock.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { type RunningCommand, startCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { deploy, deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"

// It runs every task that a page shows.
deepDescribe("what the documents show of tasks", function () {
  let devnet: Devnet
  let cache: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    ;[devnet, cache] = await Promise.all([startDevnet({ clock: createFastClock() }), temporaryFolder()])
    owner = devnet.gateway.chain.walletClient.account.address
  })
  after(async () => {
    await devnet.stop()
    await cache[Symbol.asyncDispose]()
  })
  afterEach(() => {
    devnet.relay.resume()
  })

  const maxFees = parseEther("0.1")
  /** A deadline before which even a busy machine has seen how far something has come: a second of the commands' fast clock. */
  const long = "20s"
  let owner: Address
  const start = (...args: readonly string[]): RunningCommand => {
    const env = { PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_CACHE: cache.path }
    // Quotes expire by the chains' time, so no command's clock may be far ahead of it, however busy the machine is.
    const clock = createFastClock(args[0] === "swap" ? 4 : 20)
    return startCommand(args, { port: Number(new URL(devnet.url).port), env, clock })
  }
  /** Both streams of a command that has ended. */
  const run = async (...args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await start(...args).ended
    return `${stderr}\n${stdout}`
  }

  async function openApp(artifact: { readonly abi: Abi; readonly bytecode: Hex }, args: readonly unknown[]) {
    const { chain } = devnet.gateway
    const { alpha } = devnet.chains
    const { addressResolver, feesManager } = chain.contracts
    const address = await deploy(chain, artifact, [addressResolver, ...args])
    const [{ feesPlug, feeToken: token }, amount] = [alpha.contracts, parseEther("1")]
    const mint = { address: token, abi: feeTokenArtifact.abi, functionName: "mint", args: [owner, amount] } as const
    await alpha.publicClient.waitForTransactionReceipt({ hash: await alpha.walletClient.writeContract(mint) })
    await depositCredits(alpha.publicClient, alpha.walletClient, { feesPlug, token, receiver: address, amount })
    await waitForCredits(chain.publicClient, { feesManager, account: address, atLeast: amount, minInterval: 5 })
    const call = (functionName: string, args: readonly unknown[]): Promise<Hex> =>
      // An estimate is too low if the relay resolves another request meanwhile.
      chain.walletClient.writeContract({ address, abi: artifact.abi, functionName, args, gas: 10_000_000n })
    return { address, call }
  }

  it("is what `devnet` prints", async () => {
    const config = { port: Number(new URL(devnet.url).port), chains: Object.values(devnet.chains) }
    const facts = await describeDevnet(devnet, {
      config,
      ownKey: false,
      page: `${devnet.url}/page#6f1d0c9a53b14f0e8a2f4f5c7d1e9b30`,
    })
    await expectPrinted("devnet", plainText(devnetBanner(facts), Infinity))
  })

  it("is what the messaging tasks print", async () => {
    const { alpha: plug = "" } = await deployConnected(devnet, counterArtifact)
    const fees = await run("messaging", "fees", "--plug", plug, "--from", "alpha", "--to", "beta")

    const send = ["messaging", "send", plug, "add(uint32,uint256)", "beta", "5", "--from", "alpha"]
    await expectPrinted("messaging send", await run(...send, "--track"))
    const history = await run(
      "messaging",
      "fees",
      "--history",
      "--from",
      "alpha",
      "--since",
      "24h",
      "--forecast",
      "10000",
    )
    await expectPrinted("messaging fees", fees)
    await expectPrinted("messaging fees --history", history, {
      page: "docs/public-costs.md",
      heading: "What messages have cost",
    })

    devnet.relay.pause()
    const hash = hashAfter("submitted", await run(...send))
    await expectPrinted("messaging track", await run("messaging", "track", hash, "--from", "alpha", "--timeout", long))
  })

  it("is what `plugs judge` prints of a batch that hands a plug over", async () => {
    const { alpha, beta } = devnet.chains
    const plugs: Record<string, Address> = {}
    for (const { name, contracts, ...chain } of [alpha, beta]) {
      plugs[name] = await deploy(chain, counterArtifact, [contracts.socket, alpha.accounts[3]])
    }
    const args = [alpha.accounts[4]!] as const
    const connect = [beta.slug, plugs["beta"]!, alpha.contracts.switchboard] as const
    const call = { chain: "alpha", from: alpha.accounts[3], to: plugs["alpha"], value: "0" }
    const file = join(cache.path, "batch.json")
    const batch = [
      { ...call, data: encodeFunctionData({ abi: plugAbi, functionName: "connect", args: connect }) },
      { ...call, data: encodeFunctionData({ abi: plugAbi, functionName: "transferOwnership", args }) },
    ]
    await writeFile(file, JSON.stringify(batch))
    const env = {
      PLUGS_TEST_CONTRACTS: JSON.stringify({ Counter: plugs }),
      PLUGS_TEST_WIRING: JSON.stringify({ counters: { contracts: plugs } }),
      PLUGS_TEST_CHAINS: "alpha,beta",
    }
    const terminal = { isTTY: true, columns: 80, env: { NO_COLOR: "1" } }
    const port = Number(new URL(devnet.url).port)
    await expectPrinted(
      "plugs judge",
      (await startCommand(["plugs", "judge", file], { port, env, terminal }).ended).stdout,
    )
  })

  it("is what `plugs trust` prints of one path", async () => {
    const plugs = await deployConnected(devnet, counterArtifact)
    const contracts = { PLUGS_TEST_CONTRACTS: JSON.stringify({ Counter: plugs }), PLUGS_TEST_CHAINS: "alpha,beta" }
    const port = Number(new URL(devnet.url).port)
    const terminal = { isTTY: true, columns: 80, env: { NO_COLOR: "1" } }
    const artifacts = fileURLToPath(new URL("../../../artifacts", import.meta.url))
    const options = { port, env: { ...contracts, PLUGS_TEST_ARTIFACTS: artifacts }, terminal }
    const trust = ["plugs", "trust", "Counter@beta"]
    await expectPrinted("plugs trust", (await startCommand(trust, options).ended).stdout)
  })

  it("is what `plugs doctor` prints", async () => {
    const { alpha, beta } = devnet.chains
    const args = (chain: typeof alpha) => [chain.contracts.socket, chain.walletClient.account.address]
    const plugs = {
      alpha: await deploy(alpha, counterArtifact, args(alpha)),
      beta: await deploy(beta, counterArtifact, args(beta)),
    }
    await connectPlug(alpha.publicClient, alpha.walletClient, {
      ...{ socket: alpha.contracts.socket, plug: plugs.alpha, switchboard: alpha.contracts.switchboard },
      ...{ siblingChainSlug: beta.slug, sibling: plugs.beta },
    })
    // Other tests swap in the fixtures' own project.
    await using project = await temporaryProject()
    const env = {
      ...{ PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_CONTRACTS: JSON.stringify({ Greeter: plugs }) },
      PLUGS_TEST_ROOT: project.path,
    }
    const { port } = new URL(devnet.url)
    const { stdout } = await startCommand(["plugs", "doctor"], { port: Number(port), env, clock: systemClock }).ended
    // The page has the devnet's usual port.
    await expectPrinted("plugs doctor", stdout.replaceAll(`port ${port}`, "port 8645"))
  })

  it("is what the gateway tasks print", async () => {
    const app = await openApp(counterAppGatewayArtifact, [owner, maxFees])
    const slugs = [devnet.chains.alpha.slug, devnet.chains.beta.slug]
    const deploying = await app.call("deployContracts", [slugs])
    const client = createGatewayClient(devnet.gateway)
    await waitForTransaction(client, { txHash: deploying, minInterval: 5 })
    const deployed = await run("gateway", "tx", deploying)
    devnet.relay.pause()
    const writing = await app.call("add", [slugs, 5n])
    const late = await run("gateway", "tx", writing, "--wait", "--timeout", long)
    devnet.relay.resume()
    await expectPrinted("gateway tx", `${deployed}\n${late}\n${await runOfCallbacks()}`)

    const contract = [app.address, "--contract", "counter", "--chains", "alpha,beta"]
    const addresses = await run("gateway", "addresses", ...contract)
    await expectPrinted("gateway addresses", addresses)
    const onBeta = /beta +(0x\w{40})/.exec(addresses)?.[1] as Address
    await expectPrinted("gateway forwarder", await run("gateway", "forwarder", onBeta, "--chain", "beta"))

    const { payloadId } = devnet.gateway.requestsFromTx(writing)[0]!.payloads[1]!
    await waitForTransaction(client, { txHash: writing, minInterval: 5 })
    await expectPrinted("gateway payload", await run("gateway", "payload", payloadId))

    const reminder = await openApp(reminderAppGatewayArtifact, [owner, maxFees])
    const setting = await reminder.call("remindByTimeout", ["tea", 3600n])
    const waiting = start("gateway", "timeouts", "--tx", setting, "--wait")
    const { testClient } = devnet.gateway.chain
    await testClient.increaseTime({ seconds: 3600 })
    await testClient.mine({ blocks: 1 })
    const { stdout, stderr } = await waiting.ended
    await expectPrinted("gateway timeouts", `${stderr}\n${stdout}`)
  })

  /** What `gateway tx` prints of a transaction whose callback opened a request that is not complete yet. */
  async function runOfCallbacks(): Promise<string> {
    const app = await openApp(chainAppArtifact, [maxFees])
    const client = createGatewayClient(devnet.gateway)
    const { slug } = devnet.chains.alpha
    await waitForTransaction(client, { txHash: await app.call("deployContracts", [slug]), minInterval: 5 })
    const writing = await app.call("countDown", [slug, 2n])
    const opened = Promise.withResolvers<undefined>()
    const stop = devnet.gateway.onPayload(({ requestCount, callType }) => {
      const first = devnet.gateway.requestsFromTx(writing)[0]
      if (callType !== "WRITE" || first === undefined || requestCount === first.requestCount) return
      devnet.relay.pause()
      opened.resolve(undefined)
    })
    await opened.promise
    const printed = await run("gateway", "tx", writing)
    stop()
    devnet.relay.resume()
    return printed
  }

  it("is what `gateway triggers` prints", async () => {
    const { alpha } = devnet.chains
    const client = createGatewayClient(devnet.gateway)
    const app = await openApp(triggeredAppGatewayArtifact, [owner, maxFees])
    const txHash = await app.call("deployContracts", [alpha.slug])
    await waitForTransaction(client, { txHash, minInterval: 5 })
    const { abi, bytecode } = triggerPlugArtifact
    const report = (address: Address) =>
      alpha.walletClient.writeContract({ address, abi, functionName: "report", args: [5n] })
    const where = { appGatewayAddress: app.address, contractId: createContractId("reporting"), chainSlug: alpha.slug }
    const { onchain } = await client.getAddresses(where)
    const accepted = await report(onchain.deployedContract!)
    const stranger = await deploy(alpha, { abi, bytecode })
    const { gatewaySocket, switchboard } = alpha.contracts
    const args = [pad(app.address), gatewaySocket, switchboard] as const
    await alpha.walletClient.writeContract({ address: stranger, abi, functionName: "initSocket", args })
    const refused = await report(stranger)
    const isOver = async (hash: Hex): Promise<boolean> => {
      const [trigger] = await client.getTriggers({ txHash: hash })
      return trigger?.status === "Executed" || trigger?.isGivenUp === true
    }
    await eventually(async () => (await isOver(accepted)) && (await isOver(refused)))
    const runs = await Promise.all([accepted, refused].map((hash) => run("gateway", "triggers", hash)))
    await expectPrinted("gateway triggers", runs.join("\n"))
  })

  it("is what the swap tasks print", async () => {
    const swap = ["USDC", "--from", "alpha", "--to", "beta", "--for", "WETH"]
    await expectPrinted("swap quote", await run("swap", "quote", "1000", ...swap))
    const user = devnet.chains.alpha.walletClient.account.address
    await expectPrinted("swap tokens", await run("swap", "tokens", "usd", "--chains", "beta", "--account", user))
    await expectPrinted("swap chains", await run("swap", "chains"))
    await expectPrinted("swap providers", await run("swap", "providers"))

    // The route of the page takes five seconds longer.
    const swapOf = (amount: string): string[] => ["swap", "execute", amount, ...swap, "--provider", "pool", "--yes"]
    const execute = swapOf("250")
    const expectOnPage = (task: string, printed: string): Promise<void> =>
      expectPrinted(task, printed.replace(/Devnet \w+ \+ Devnet \w+/g, "Devnet Press + Devnet Curve"))
    // The clocks of commands run ahead of one another, so the same command again would seem to have run at the same time.
    const whole = (await run(...swapOf("250.0"))).replaceAll("250.0", "250")
    devnet.relay.pause()
    await using interrupted = start(...execute, "--json")
    const { txHash: hash } = await interrupted.event(({ status }) => status === "MINED")
    interrupted.interrupt()
    await interrupted.ended
    await expectOnPage("swap status", await run("swap", "status", hash as string))
    devnet.relay.resume()
    await expectOnPage("swap execute", `${whole}\n${await run(...execute)}`)
  })
})

/** Every line that the section of a task shows must occur in what the task printed. */
async function expectPrinted(task: string, printed: string, place = placeOf(task)): Promise<void> {
  const { page, heading } = place
  const { text } = await readDocument(page)
  const [, section = ""] = text.split(`\n## ${heading}\n`)
  const blocks = [...section.split("\n## ")[0]!.matchAll(/^```text\n([^]*?)\n```$/gm)].map(([, code = ""]) => code)
  expect(blocks, `${page} shows what ${task} prints`).to.have.length.above(0)
  const lines = new Set(printed.split("\n").map(shapeOf))
  const missing = blocks
    .flatMap((block) => block.split("\n"))
    .filter((line) => !isPassing(line) && !lines.has(shapeOf(line)))
  expect(missing, `${page}, ${task}: run the command and paste its output. It printed:\n${printed}`).to.deep.equal([])
}

function placeOf(task: string): { page: string; heading: string } {
  const [family = ""] = task.split(" ")
  return { page: task === family ? "docs/reference/tasks.md" : `docs/reference/tasks-${family}.md`, heading: task }
}

/** A state on the way may pass between two looks at it. `facts.ts` holds the words of such lines. */
function isPassing(line: string): boolean {
  return line.startsWith("+") && !/ (EXECUTION_SUCCESS|COMPLETED|RESOLVED) /.test(line)
}

/** A line without what differs from run to run: hashes, addresses, amounts and times, and the columns that they widen. */
function shapeOf(line: string): string {
  return (
    line
      .replace(/0x[\da-f]+(…[\da-f]*)?/gi, "0x…")
      .replace(/(last state: ).*|(history.*?: ).*/, "$1$2…")
      .replace(/(\d[\d.]* (ms|s|min|h)\b ?)+/g, "# ")
      // A busy machine is late.
      .replace(/ran (in time|# late)/g, "ran …")
      .replace(/\d[\d.,]*/g, "#")
      .replace(/\s+/g, " ")
      .trim()
  )
}

function hashAfter(word: string, output: string): string {
  const [, hash] = new RegExp(`${word} (0x[\\da-f]{64})`).exec(output) ?? []
  if (hash === undefined) throw new Error(`There is no hash after "${word}" in:\n${output}`)
  return hash
}
