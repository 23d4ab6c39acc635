import { type Abi, type Hex, parseEther } from "viem"

import { transactionStepFields } from "../output/transactionView.js"
import { type DemoApp, deployApp, maxFees, payFor, polling, transact } from "./demoApps.js"
import { counterAppGatewayArtifact } from "#src/devnet/artifacts/CounterAppGateway.js"
import { faultyAppGatewayArtifact } from "#src/devnet/artifacts/FaultyAppGateway.js"
import { faultyTargetArtifact } from "#src/devnet/artifacts/FaultyTarget.js"
import { gatewayCounterArtifact } from "#src/devnet/artifacts/GatewayCounter.js"
import { reminderAppGatewayArtifact } from "#src/devnet/artifacts/ReminderAppGateway.js"
import { type Devnet, type DevnetChain, startDevnet } from "#src/devnet/index.js"
import { lateBy } from "#src/gateway/following/watchTimeouts.js"
import { followTransaction } from "#src/gateway/following/watchTransaction.js"
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
} from "#src/gateway/index.js"
import { payloadStates, transactionStates } from "#src/gateway/states.js"
import type { FeesInfo } from "#src/gateway/types.js"
import { formatDuration } from "#src/primitives/duration.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { explainState, paintStateColumn } from "#src/terminal/paintState.js"
import { printStep } from "#src/terminal/printJson.js"
import type { Paint } from "#src/terminal/terminal.js"
import type { DemoStage } from "#tasks/demo/DemoStage.js"

const amount = 5n
const credits = parseEther("1")
const anHour = 3_600

/**
 * Deploys an app gateway on a new devnet and uses it, and shows everything that happens.
 *
 * While a transaction is shown state by state, the relay moves everything on by one state only after the client has seen the previous
 * one, so the demo shows every state.
 *
 * @throws {AbortedError} the signal was aborted
 */
export async function runGatewayDemo(stage: DemoStage): Promise<void> {
  const startedAt = performance.now()
  // Retries follow each other closely, because the demo fixes at once what reverts.
  await using devnet = await startDevnet({ executionRetries: { attempts: 1_000, delay: 10 } })
  const { alpha, beta } = devnet.chains
  const chains = [devnet.gateway.chain, alpha, beta].map(({ name, chainId }) => ({ name, chainId }))
  stage.showReady("A gateway chain and two others in one process", chains, startedAt)
  const client = createGatewayClient({ baseUrl: devnet.gateway.baseUrl })
  const demo: Demo = { devnet, client, alpha, beta, stage }

  const counters = await openApp(demo, counterAppGatewayArtifact)
  await deployCounters(demo, counters)
  await addToCounters(demo, counters)
  await readCounters(demo, counters)
  await fireTimeout(demo)
  await revertAndRecover(demo)
}

type Demo = {
  readonly stage: DemoStage
  readonly devnet: Devnet
  readonly client: GatewayClient
  readonly alpha: DevnetChain
  readonly beta: DevnetChain
}

async function openApp(
  { devnet, alpha, stage }: Demo,
  artifact: { readonly abi: Abi; readonly bytecode: Hex },
): Promise<DemoApp> {
  const app = await deployApp(devnet.gateway, artifact, [maxFees])
  const paid = await payFor(app, devnet, alpha, credits)
  const approved = paid.approvals > 0 ? ", approved for exactly this amount" : ""
  stage.show(
    "paid",
    { appGateway: app.address, chainName: alpha.name, amount: credits, ...paid },
    stage.title("An app gateway on the gateway chain, and credits for what it does"),
    stage.facts(
      ["app gateway", app.address],
      ["paid in", `${formatAmount(credits, 18)} on ${alpha.name}${approved}`],
      ["credits", `${formatAmount(paid.credits, 18)}, counted by the gateway`],
    ),
  )
  return app
}

async function deployCounters(demo: Demo, app: DemoApp): Promise<void> {
  const { client, stage } = demo
  const { signal } = stage
  await showStates(demo, "deploy", () => app.call("deployContracts", [slugsOf(demo)]))
  const { addressResolver, asyncDeployer: deployer, forwarderBeacon } = demo.devnet.gateway.chain.contracts
  const contractId = createContractId("counter")
  const deployments = await Promise.all(
    [demo.alpha, demo.beta].map(async ({ name, slug: chainSlug }) => {
      const subject = { appGatewayAddress: app.address, contractId, chainSlug }
      const { onChainAddress, forwarderAddress } = await waitForDeployment(client, { ...subject, ...polling, signal })
      const contracts = { addressResolver, deployer, forwarderBeacon }
      const predicted = predictForwarderAddress({ chainSlug, onChainAddress, ...contracts })
      if (predicted !== forwarderAddress) throw new Error("A forwarder is not at its predicted address.")
      return { chainName: name, onChainAddress, forwarderAddress, predicted }
    }),
  )
  const places = deployments.flatMap(({ chainName, onChainAddress, forwarderAddress }) => [
    [chainName, onChainAddress] as const,
    ["forwarder", `${forwarderAddress}, ${stage.paint.green("as predicted")}`] as const,
  ])
  const title = stage.title("Their forwarders on the gateway chain, where they were predicted")
  stage.show("deployed", { deployments }, title, stage.facts(...places))
}

async function addToCounters(demo: Demo, app: DemoApp): Promise<void> {
  const { client, stage } = demo
  const { signal } = stage
  const hash = await app.call("add", [slugsOf(demo), amount])
  showCall(stage, "write", hash)
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
  const feesInfo = request?.feesInfo ?? null
  const values = counters.map(([chain, value]) => [chain, String(value)] as const)
  const facts = stage.facts(...values, ["fee", feeText(feesInfo)])
  stage.show("counters", { counters: Object.fromEntries(counters), feesInfo }, facts)
}

async function readCounters(demo: Demo, app: DemoApp): Promise<void> {
  const { client, stage } = demo
  const { signal } = stage
  const hash = await app.call("readCounters", [slugsOf(demo)])
  showCall(stage, "read", hash)
  await waitForTransaction(client, { txHash: hash, ...polling, signal })
  const sum = (await app.read("sum")) as bigint
  stage.show("sum", { sum }, stage.facts(["sum", String(sum)]))
}

async function fireTimeout({ devnet, client, alpha, stage }: Demo): Promise<void> {
  const { show, facts, title, signal } = stage
  const app = await deployApp(devnet.gateway, reminderAppGatewayArtifact, [maxFees])
  await payFor(app, devnet, alpha, credits)
  const txHash = await app.call("remind", ["tea", BigInt(anHour)])
  const hour = formatDuration(anHour * 1_000)
  for await (const { timeout, previousState } of watchTimeouts(client, { txHash, ...polling, signal })) {
    const { timeoutId, resolveTxHash } = timeout
    if (timeout.isResolved) {
      const late = lateBy(timeout)
      const time = late === null || late <= 0 ? "in time" : `${formatDuration(late)} late`
      const where = resolveTxHash === null ? "" : `, in ${resolveTxHash}`
      show("fired", { lateBy: late, resolveTxHash }, facts(["it fires", time + where]))
    }
    if (previousState !== undefined) continue
    const scheduled = { txHash, timeoutId, delay: anHour }
    show("scheduled", scheduled, title(`A timeout, due in ${hour}`), facts(["timeout", timeoutId]))
    await stage.delay()
    const { testClient } = devnet.gateway.chain
    await testClient.increaseTime({ seconds: anHour })
    await testClient.mine({ blocks: 1 })
    show("travelled", { seconds: anHour }, facts(["time travel", `the gateway chain's clock is set ${hour} ahead`]))
  }
}

async function revertAndRecover(demo: Demo): Promise<void> {
  const { client, beta, stage } = demo
  const { signal } = stage
  const app = await openApp(demo, faultyAppGatewayArtifact)
  const deployed = await app.call("deployContracts", [beta.slug])
  await waitForTransaction(client, { txHash: deployed, ...polling, signal })
  const contractId = createContractId("faulty")
  const place = { appGatewayAddress: app.address, contractId, chainSlug: beta.slug }
  const { onChainAddress: target } = await waitForDeployment(client, { ...place, ...polling, signal })

  const fixed = new Set<string>()
  const fix = async ({ subject, reverts }: TransactionStep): Promise<void> => {
    const failed = reverts[0]?.stage
    if (subject === "request" || failed === undefined || fixed.has(failed)) return
    fixed.add(failed)
    if (failed === "callback") await app.call("setCallbackBroken", [false])
    else {
      const { abi } = faultyTargetArtifact
      await transact(beta, { address: target, abi, functionName: "setBroken", args: [false] })
    }
    const what = failed === "callback" ? "callback" : "target"
    const change = what === "target" ? "the target takes the call now" : "the callback takes the result now"
    stage.show("mended", { what }, `  ${stage.paint.green("mended")}: ${change}`)
  }
  const work = (): Promise<Hex> => app.call("work", [beta.slug, amount])
  const [request] = await showStates(demo, "revert", work, fix)
  const feesInfo = request?.feesInfo ?? null
  const workSeen = (await app.read("workSeen")) as bigint
  stage.show(
    "recovered",
    { feesInfo, workSeen },
    stage.facts(["work seen", String(workSeen)], ["fee", feeText(feesInfo)]),
  )
}

const abis: readonly Abi[] = [faultyTargetArtifact.abi, faultyAppGatewayArtifact.abi]

/** Sends a transaction and shows its steps, state by state. */
async function showStates(
  { devnet, client, alpha, beta, stage }: Demo,
  what: "deploy" | "revert",
  call: () => Promise<Hex>,
  onStep: (step: TransactionStep) => Promise<void> = () => Promise.resolve(),
): Promise<readonly GatewayRequest[]> {
  devnet.relay.pause()
  const txHash = await call()
  showCall(stage, what, txHash)
  let latest: readonly GatewayRequest[] = []
  for await (const { steps, requests } of followTransaction(client, {
    txHash,
    ...polling,
    abis,
    signal: stage.signal,
  })) {
    latest = requests
    for (const step of steps) {
      stage.showStep(
        (out) => {
          printStep(out, transactionStepFields(step))
        },
        describeStep(step, (slug) => (slug === alpha.slug ? alpha : beta).name, stage.paint),
      )
      await onStep(step)
    }
    await stage.delay()
    // The gateway may not know the transaction yet, and its first state must be seen before it moves on.
    if (requests.length > 0) await devnet.relay.step()
  }
  devnet.relay.resume()
  return latest
}

const titles = {
  deploy: "It deploys a counter to each chain, side by side",
  write: "It adds 5 to each counter, one chain after the other",
  read: "It reads both counters, and sums in its callback",
  revert: "A call that reverts, and then its callback",
} as const

function showCall({ show, title, facts }: DemoStage, what: keyof typeof titles, txHash: Hex): void {
  show("called", { what, txHash }, title(titles[what]), facts(["transaction", txHash]))
}

function describeStep(step: TransactionStep, chainName: (slug: number) => string, paint: Paint): string {
  const isPayload = step.subject === "payload"
  const place = isPayload ? `${step.payload.callType} on ${chainName(step.payload.chainSlug)}` : "the request"
  const table = isPayload ? payloadStates : transactionStates
  const [revert] = isPayload ? step.reverts : []
  const explanation =
    revert === undefined
      ? paint.dim(explainState(step.state, table) + forwarderText(step))
      : paint.magenta(`${revert.stage === "callback" ? "its callback reverts" : "reverts"}: ${revert.reason}`)
  return `  ${place.padEnd(placeWidth)}  ${paintStateColumn(step.state, paint, table, { beside: [payloadStates] })}  ${explanation}`
}

/** The width of the longest place, which is that of a fee payload. */
const placeWidth = "DISTRIBUTE_FEE on alpha".length

function forwarderText(step: TransactionStep): string {
  if (step.subject === "request" || step.payload.appGatewayDetails === null) return ""
  const { onChainAddress, isForwarderDeployed } = step.payload.appGatewayDetails
  return onChainAddress === null ? "" : `; isForwarderDeployed: ${String(isForwarderDeployed)}`
}

function feeText(feesInfo: FeesInfo | null): string {
  return `${feesInfo?.fee ?? "not known"} of at most ${feesInfo?.maxFees ?? "anything"}`
}

function slugsOf({ alpha, beta }: Demo): readonly number[] {
  return [alpha.slug, beta.slug]
}
