import { type Abi, type Hex, parseEther } from "viem"

import { counterAppGatewayArtifact } from "../../../src/devnet/artifacts/CounterAppGateway.js"
import { faultyAppGatewayArtifact } from "../../../src/devnet/artifacts/FaultyAppGateway.js"
import { faultyTargetArtifact } from "../../../src/devnet/artifacts/FaultyTarget.js"
import { gatewayCounterArtifact } from "../../../src/devnet/artifacts/GatewayCounter.js"
import { reminderAppGatewayArtifact } from "../../../src/devnet/artifacts/ReminderAppGateway.js"
import { type Devnet, type DevnetChain, startDevnet } from "../../../src/devnet/index.js"
import { followTransaction } from "../../../src/gateway/following/watchTransaction.js"
import {
  createContractId,
  createGatewayClient,
  type GatewayClient,
  type GatewayRequest,
  predictForwarderAddress,
  type TransactionStep,
  waitForDeployment,
  waitForTransaction,
  watchTimeouts,
} from "../../../src/gateway/index.js"
import { lateBy } from "../../../src/gateway/following/watchTimeouts.js"
import type { DemoOptions } from "../../demo/DemoOptions.js"
import { type DemoApp, deployApp, maxFees, polling, payFor, transact } from "./demoApps.js"
import type { DemoDeployment, GatewayDemoEvent } from "./GatewayDemoEvent.js"

const amount = 5n
const credits = parseEther("1")
const anHour = 3_600

/**
 * Deploys an app gateway on a new devnet and uses it, and emits an event for everything that happens.
 *
 * While a transaction is shown state by state, the relay moves everything on by one state only after the client has seen the previous
 * one, so the demo shows every state.
 *
 * @throws {AbortedError} the signal was aborted
 */
export async function runGatewayDemo({ onEvent, delay, signal }: DemoOptions<GatewayDemoEvent>): Promise<void> {
  const startedAt = performance.now()
  // Retries follow each other closely, because the demo fixes at once what reverts.
  await using devnet = await startDevnet({ executionRetries: { attempts: 1_000, delay: 10 } })
  const { alpha, beta } = devnet.chains
  const chains = [devnet.gateway.chain, alpha, beta].map(({ name, chainId }) => ({ name, chainId }))
  onEvent({ event: "ready", chains, elapsed: Math.round(performance.now() - startedAt) })
  const client = createGatewayClient({ baseUrl: devnet.gateway.baseUrl })
  const demo: Demo = { devnet, client, alpha, beta, onEvent, delay, signal }

  const counters = await openApp(demo, counterAppGatewayArtifact)
  await deployCounters(demo, counters)
  await addToCounters(demo, counters)
  await readCounters(demo, counters)
  await fireTimeout(demo)
  await revertAndRecover(demo)
}

type Demo = DemoOptions<GatewayDemoEvent> & {
  readonly devnet: Devnet
  readonly client: GatewayClient
  readonly alpha: DevnetChain
  readonly beta: DevnetChain
}

async function openApp(
  { devnet, alpha, onEvent }: Demo,
  artifact: { readonly abi: Abi; readonly bytecode: Hex },
): Promise<DemoApp> {
  const app = await deployApp(devnet.gateway, artifact, [maxFees])
  const paid = await payFor(app, devnet, alpha, credits)
  onEvent({ event: "paid", appGateway: app.address, chainName: alpha.name, amount: credits, ...paid })
  return app
}

async function deployCounters(demo: Demo, app: DemoApp): Promise<void> {
  const { client, onEvent, signal } = demo
  await showStates(demo, "deploy", () => app.call("deployContracts", [slugsOf(demo)]))
  const { addressResolver, asyncDeployer: deployer, forwarderBeacon } = demo.devnet.gateway.chain.contracts
  const contractId = createContractId("counter")
  const deployments = await Promise.all(
    [demo.alpha, demo.beta].map(async ({ name, slug: chainSlug }): Promise<DemoDeployment> => {
      const subject = { appGatewayAddress: app.address, contractId, chainSlug }
      const { onChainAddress, forwarderAddress } = await waitForDeployment(client, { ...subject, ...polling, signal })
      const known = { addressResolver, deployer, forwarderBeacon }
      const predicted = predictForwarderAddress({ chainSlug, onChainAddress, ...known })
      if (predicted !== forwarderAddress) throw new Error("A forwarder is not at its predicted address.")
      return { chainName: name, onChainAddress, forwarderAddress, predicted }
    }),
  )
  onEvent({ event: "deployed", deployments })
}

async function addToCounters(demo: Demo, app: DemoApp): Promise<void> {
  const { client, onEvent, signal } = demo
  const hash = await app.call("add", [slugsOf(demo), amount])
  onEvent({ event: "called", what: "write", txHash: hash })
  const [request] = await waitForTransaction(client, { txHash: hash, ...polling, signal })
  const contractId = createContractId("counter")
  const counters = await Promise.all(
    [demo.alpha, demo.beta].map(async ({ name, slug: chainSlug, publicClient }) => {
      const { onchain } = await client.getAddresses({ appGatewayAddress: app.address, contractId, chainSlug })
      if (onchain.deployedContract === null) throw new Error("A counter is not deployed.")
      const { abi } = gatewayCounterArtifact
      const call = { abi, address: onchain.deployedContract, functionName: "counter" } as const
      return [name, await publicClient.readContract(call)] as const
    }),
  )
  onEvent({ event: "counters", counters: Object.fromEntries(counters), feesInfo: request?.feesInfo ?? null })
}

async function readCounters(demo: Demo, app: DemoApp): Promise<void> {
  const { client, onEvent, signal } = demo
  const hash = await app.call("readCounters", [slugsOf(demo)])
  onEvent({ event: "called", what: "read", txHash: hash })
  await waitForTransaction(client, { txHash: hash, ...polling, signal })
  onEvent({ event: "sum", sum: (await app.read("sum")) as bigint })
}

async function fireTimeout(demo: Demo): Promise<void> {
  const { devnet, client, alpha, onEvent, delay, signal } = demo
  const app = await deployApp(devnet.gateway, reminderAppGatewayArtifact, [maxFees])
  await payFor(app, devnet, alpha, credits)
  const hash = await app.call("remind", ["tea", BigInt(anHour)])
  for await (const { timeout, previousState } of watchTimeouts(client, { txHash: hash, ...polling, signal })) {
    if (timeout.isResolved) onEvent({ event: "fired", lateBy: lateBy(timeout), resolveTxHash: timeout.resolveTxHash })
    if (previousState !== undefined) continue
    onEvent({ event: "scheduled", txHash: hash, timeoutId: timeout.timeoutId, delay: anHour })
    await delay()
    const { testClient } = devnet.gateway.chain
    await testClient.increaseTime({ seconds: anHour })
    await testClient.mine({ blocks: 1 })
    onEvent({ event: "travelled", seconds: anHour })
  }
}

async function revertAndRecover(demo: Demo): Promise<void> {
  const { devnet, client, beta, onEvent, signal } = demo
  const app = await openApp(demo, faultyAppGatewayArtifact)
  const deployed = await app.call("deployContracts", [beta.slug])
  await waitForTransaction(client, { txHash: deployed, ...polling, signal })
  const contractId = createContractId("faulty")
  const place = { appGatewayAddress: app.address, contractId, chainSlug: beta.slug }
  const { onChainAddress: target } = await waitForDeployment(client, { ...place, ...polling, signal })

  const mended = new Set<string>()
  const mend = async ({ subject, reverts }: TransactionStep): Promise<void> => {
    const stage = reverts[0]?.stage
    if (subject === "request" || stage === undefined || mended.has(stage)) return
    mended.add(stage)
    if (stage === "callback") await app.call("setCallbackBroken", [false])
    else {
      const { abi } = faultyTargetArtifact
      await transact(beta, { address: target, abi, functionName: "setBroken", args: [false] })
    }
    onEvent({ event: "mended", what: stage === "callback" ? "callback" : "target" })
  }
  const work = (): Promise<Hex> => app.call("work", [beta.slug, amount])
  const [request] = await showStates(demo, "revert", work, mend)
  devnet.relay.resume()
  onEvent({
    event: "recovered",
    feesInfo: request?.feesInfo ?? null,
    workSeen: (await app.read("workSeen")) as bigint,
  })
}

const abis: readonly Abi[] = [faultyTargetArtifact.abi, faultyAppGatewayArtifact.abi]

/** Sends a transaction and emits its steps, state by state. */
async function showStates(
  { devnet, client, onEvent, delay, signal }: Demo,
  what: "deploy" | "revert",
  call: () => Promise<Hex>,
  onStep: (step: TransactionStep) => Promise<void> = () => Promise.resolve(),
): Promise<readonly GatewayRequest[]> {
  devnet.relay.pause()
  const txHash = await call()
  onEvent({ event: "called", what, txHash })
  let latest: readonly GatewayRequest[] = []
  for await (const { steps, requests } of followTransaction(client, { txHash, ...polling, abis, signal })) {
    latest = requests
    for (const step of steps) {
      onEvent({ event: "step", step })
      await onStep(step)
    }
    await delay()
    // The gateway may not know the transaction yet, and its first state must be seen before it moves on.
    if (requests.length > 0) await devnet.relay.step()
  }
  devnet.relay.resume()
  return latest
}

function slugsOf({ alpha, beta }: Demo): readonly number[] {
  return [alpha.slug, beta.slug]
}
