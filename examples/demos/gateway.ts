/** Deploys app gateways on a new devnet and uses them, and shows everything that happens: `npm run demo:gateway`. */
import { type Abi, formatEther, type Hex, parseEther } from "viem"

import { counterAppGatewayArtifact } from "./artifacts/CounterAppGateway.js"
import { faultyAppGatewayArtifact } from "./artifacts/FaultyAppGateway.js"
import { faultyTargetArtifact } from "./artifacts/FaultyTarget.js"
import { gatewayCounterArtifact } from "./artifacts/GatewayCounter.js"
import { reminderAppGatewayArtifact } from "./artifacts/ReminderAppGateway.js"
import { type DemoApp, type DemoArtifact, deployApp, maxFees, payFor, transact } from "./gatewayApps.js"
import { facts, paint, polling, runDemo, say, sayReady, saysOf, stateColumn, stepBefore, title } from "./show.js"
import { startDevnet } from "#src/devnet/index.js"
import {
  createContractId,
  createGatewayClient,
  type GatewayRequest,
  payloadStates,
  predictForwarderAddress,
  transactionStates,
  type TransactionStep,
  waitForDeployment,
  waitForTransaction,
  watchTimeouts,
  watchTransaction,
} from "#src/gateway/index.js"

const amount = 5n
const credits = parseEther("1")
const anHour = 3_600
const abis: readonly Abi[] = [faultyTargetArtifact.abi, faultyAppGatewayArtifact.abi]
const width = "transaction".length
/** The width of the longest place, which is that of a fee payload. */
const placeWidth = "DISTRIBUTE_FEE on alpha".length

await runDemo(async () => {
  const startedAt = performance.now()
  // Retries follow each other closely, because the demo fixes at once what reverts.
  await using devnet = await startDevnet({ executionRetries: { attempts: 1_000, delay: 10 } })
  const { alpha, beta } = devnet.chains
  const gateway = devnet.gateway.chain
  sayReady("A gateway chain and two others in one process", [gateway, alpha, beta], startedAt, width)
  const client = createGatewayClient({ baseUrl: devnet.gateway.baseUrl })
  const slugs = [alpha.slug, beta.slug]

  const counters = await openApp(counterAppGatewayArtifact)
  await showStates("It deploys a counter to each chain, side by side", () => counters.call("deployContracts", [slugs]))
  const { addressResolver, asyncDeployer: deployer, forwarderBeacon } = gateway.contracts
  const deployments = await Promise.all(
    slugs.map(async (chainSlug) => {
      const deployment = await waitForDeployment(client, { ...placeOf(counters, "counter", chainSlug), ...polling })
      const contracts = { addressResolver, deployer, forwarderBeacon }
      const predicted = predictForwarderAddress({ ...deployment, ...contracts, chainSlug })
      if (predicted !== deployment.forwarderAddress) throw new Error("A forwarder is not at its predicted address.")
      return deployment
    }),
  )
  const places = deployments.flatMap(({ onChainAddress, forwarderAddress }, index) => [
    [index === 0 ? alpha.name : beta.name, onChainAddress] as const,
    ["forwarder", `${forwarderAddress}, ${paint("green", "as predicted")}`] as const,
  ])
  say(title("Their forwarders on the gateway chain, where they were predicted"), facts(places, width))

  const [added] = await run(
    "It adds 5 to each counter, one chain after the other",
    counters.call("add", [slugs, amount]),
  )
  const values = [alpha, beta].map(async ({ name, publicClient }, index) => {
    const address = deployments[index]!.onChainAddress
    const call = { abi: gatewayCounterArtifact.abi, address, functionName: "counter" } as const
    return [name, String(await publicClient.readContract(call))] as const
  })
  say(facts([...(await Promise.all(values)), feeOf(added)], width))

  await run("It reads both counters, and sums in its callback", counters.call("readCounters", [slugs]))
  say(facts([["sum", String(await counters.read("sum"))]], width))

  await fireTimeout()
  await revertAndRecover()

  async function openApp(artifact: DemoArtifact): Promise<DemoApp> {
    const app = await deployApp(devnet.gateway, artifact, [maxFees])
    const paid = await payFor(app, devnet, alpha, credits)
    const approved = paid.approvals > 0 ? ", approved for exactly this amount" : ""
    const pairs = [
      ["app gateway", app.address],
      ["paid in", `${formatEther(credits)} on ${alpha.name}${approved}`],
      ["credits", `${formatEther(paid.credits)}, counted by the gateway`],
    ] as const
    say(title("An app gateway on the gateway chain, and credits for what it does"), facts(pairs, width))
    return app
  }

  async function run(text: string, calling: Promise<Hex>): Promise<readonly GatewayRequest[]> {
    const txHash = await calling
    say(title(text), facts([["transaction", txHash]], width))
    return await waitForTransaction(client, { txHash, ...polling })
  }

  async function fireTimeout(): Promise<void> {
    const app = await deployApp(devnet.gateway, reminderAppGatewayArtifact, [maxFees])
    await payFor(app, devnet, alpha, credits)
    const txHash = await app.call("remind", ["tea", BigInt(anHour)])
    for await (const { timeout, previousState } of watchTimeouts(client, { txHash, ...polling })) {
      const { timeoutId, resolveTxHash, executedAt, executeAt, isResolved } = timeout
      const late = executedAt === null || executedAt <= executeAt ? "in time" : `${executedAt - executeAt} s late`
      if (isResolved) say(facts([["it fires", `${late}, in ${resolveTxHash ?? "none"}`]], width))
      if (previousState !== undefined) continue
      say(title("A timeout, due in 1 h 00 min"), facts([["timeout", timeoutId]], width))
      await gateway.testClient.increaseTime({ seconds: anHour })
      await gateway.testClient.mine({ blocks: 1 })
      say(facts([["time travel", "the gateway chain's clock is set 1 h 00 min ahead"]], width))
    }
  }

  async function revertAndRecover(): Promise<void> {
    const app = await openApp(faultyAppGatewayArtifact)
    await waitForTransaction(client, { txHash: await app.call("deployContracts", [beta.slug]), ...polling })
    const place = placeOf(app, "faulty", beta.slug)
    const { onChainAddress: target } = await waitForDeployment(client, { ...place, ...polling })
    const mended = new Set<string>()
    const mend = async ({ subject, reverts: [failed] }: TransactionStep): Promise<void> => {
      if (subject === "request" || failed === undefined || mended.has(failed.stage)) return
      mended.add(failed.stage)
      const { abi } = faultyTargetArtifact
      if (failed.stage === "callback") await app.call("setCallbackBroken", [false])
      else await transact(beta, { address: target, abi, functionName: "setBroken", args: [false] })
      const change = failed.stage === "callback" ? "the callback takes the result now" : "the target takes the call now"
      say(`  ${paint("green", "mended")}: ${change}`)
    }
    const work = () => app.call("work", [beta.slug, amount])
    const [request] = await showStates("A call that reverts, and then its callback", work, mend)
    say(facts([["work seen", String(await app.read("workSeen"))], feeOf(request)], width))
  }

  /** Sends a transaction, and shows its steps, state by state. */
  async function showStates(
    text: string,
    call: () => Promise<Hex>,
    onStep?: (step: TransactionStep) => Promise<void>,
  ): Promise<readonly GatewayRequest[]> {
    devnet.relay.pause()
    const txHash = await call()
    say(title(text), facts([["transaction", txHash]], width))
    const stepped = { ...client, getTransaction: stepBefore(devnet, client.getTransaction) }
    for await (const step of watchTransaction(stepped, { txHash, ...polling, abis })) {
      say(describeStep(step, (slug) => (slug === alpha.slug ? alpha : beta).name))
      await onStep?.(step)
    }
    devnet.relay.resume()
    return await client.getTransaction({ txHash })
  }
})

function placeOf({ address }: DemoApp, name: string, chainSlug: number) {
  return { appGatewayAddress: address, contractId: createContractId(name), chainSlug }
}

function describeStep(step: TransactionStep, chainName: (slug: number) => string): string {
  const isPayload = step.subject === "payload"
  const place = isPayload ? `${step.payload.callType} on ${chainName(step.payload.chainSlug)}` : "the request"
  const states = isPayload ? payloadStates : transactionStates
  const [revert] = isPayload ? step.reverts : []
  const explanation =
    revert === undefined
      ? paint("dim", saysOf(step.state, states) + forwarderText(step))
      : paint("magenta", `${revert.stage === "callback" ? "its callback reverts" : "reverts"}: ${revert.reason}`)
  return `  ${place.padEnd(placeWidth)}  ${stateColumn(step.state, states, payloadStates)}  ${explanation}`
}

function forwarderText(step: TransactionStep): string {
  if (step.subject === "request" || step.payload.appGatewayDetails === null) return ""
  const { onChainAddress, isForwarderDeployed } = step.payload.appGatewayDetails
  return onChainAddress === null ? "" : `; isForwarderDeployed: ${String(isForwarderDeployed)}`
}

function feeOf(request: GatewayRequest | undefined): readonly [string, string] {
  const { fee = null, maxFees: most = null } = request?.feesInfo ?? {}
  return ["fee", `${fee ?? "not known"} of at most ${most ?? "anything"}`]
}
