import { expect } from "chai"
import { describe, it } from "mocha"

import { payloadStates } from "../../../src/gateway/index.js"
import { createDemoStage, type DemoStage } from "../../../tasks/demo/DemoStage.js"
import { runGatewayDemo } from "../../../tasks/gateway/demo/runGatewayDemo.js"
import { readEvents } from "../../fixtures/commands/endedCommand.js"
import { startCommand } from "../../fixtures/commands/taskCommand.js"
import { deepIt } from "../../fixtures/depth.js"
import { recordTerminal } from "../../fixtures/output/recordedTerminal.js"

type Event = Record<string, unknown>
type Step = {
  subject: string
  status: string
  reverts: { stage: string; reason: string }[]
  payload?: { callType: string; chainSlug: number; appGatewayDetails: { isForwarderDeployed: boolean } | null }
}

const reached = Object.keys(payloadStates)

/** What a person reads, without what {@link withoutChance} leaves out. */
const shown = `A gateway chain and two others in one process, ready in …
  gateway      chain id 41000
  alpha        chain id 41001
  beta         chain id 41002

An app gateway on the gateway chain, and credits for what it does
  app gateway  0x5FbDB2315678afecb367f032d93F642f64180aa3
  paid in      1 on alpha, approved for exactly this amount
  credits      1, counted by the gateway

It deploys a counter to each chain, side by side
  transaction  0x…
  DEPLOY on alpha          NO                 not begun
  DEPLOY on alpha          FINALIZING         being finalized by the watcher
  DEPLOY on alpha          FINALIZED          finalized by the watcher
  DEPLOY on alpha          EXECUTING          being executed on its chain
  DEPLOY on alpha          EXECUTED           executed on its chain; isForwarderDeployed: false
  DEPLOY on alpha          PROMISE_RESOLVING  callback being run; isForwarderDeployed: false
  DEPLOY on alpha          PROMISE_RESOLVED   callback has run; isForwarderDeployed: true

Their forwarders on the gateway chain, where they were predicted
  alpha        0x30c33784D2b82E348F5BDe946C68c7a533aE6cA9
  forwarder    0x77D9635a332EbF58283F9E68785E15dBC5ACf848, as predicted
  beta         0xE3A81533E98b2895Af1928926F42D3B74a0D1462
  forwarder    0x041670823011e369a5630eBFdaAD784b50Cb4910, as predicted

It adds 5 to each counter, one chain after the other
  transaction  0x…
  alpha        5
  beta         5
  fee          … of at most 0.1

It reads both counters, and sums in its callback
  transaction  0x…
  sum          10

A timeout, due in 1 h 00 min
  timeout      0x…
  time travel  the gateway chain's clock is set 1 h 00 min ahead
  it fires     …

An app gateway on the gateway chain, and credits for what it does
  app gateway  0x0165878A594ca255338adfa4d48449f69242Eb8F
  paid in      1 on alpha, approved for exactly this amount
  credits      1, counted by the gateway

A call that reverts, and then its callback
  transaction  0x…
  WRITE on beta            NO                 not begun
  WRITE on beta            FINALIZING         being finalized by the watcher
  WRITE on beta            FINALIZED          finalized by the watcher
  WRITE on beta            FINALIZED          reverts: OutOfOrder(amount: 5)
  mended: the target takes the call now
  WRITE on beta            EXECUTING          being executed on its chain
  WRITE on beta            EXECUTED           executed on its chain
  WRITE on beta            EXECUTED           its callback reverts: NotReadyForResult(amount: 5)
  mended: the callback takes the result now
  WRITE on beta            PROMISE_RESOLVING  callback being run
  WRITE on beta            PROMISE_RESOLVED   callback has run
  work seen    5
  fee          … of at most 0.1
`

/** Runs the demo once, for a person and as JSON. */
async function runDemo(): Promise<{ stdout: string; events: Event[] }> {
  const delay = (): Promise<void> => Promise.resolve()
  const [text, json] = [recordTerminal(), recordTerminal()]
  const person = createDemoStage({ out: text.out, json: false, nameWidth: "transaction".length, delay })
  const machine = createDemoStage({ out: json.out, json: true, delay })
  const both = <Name extends "show" | "showStep" | "showReady">(name: Name): DemoStage[Name] => {
    const call = (...args: unknown[]): void => {
      for (const stage of [person, machine]) (stage[name] as (...args: unknown[]) => void)(...args)
    }
    return call
  }
  await runGatewayDemo({ ...person, show: both("show"), showStep: both("showStep"), showReady: both("showReady") })
  return { stdout: text.stdout(), events: readEvents(json.stdout()) }
}

/** Leaves out the steps of beta's counter, of fees and requests, and what differs from run to run. */
function withoutChance(text: string): string {
  const lines = text
    .replace(/ready in .*/, "ready in …")
    .replace(/(it fires +).*/, "$1…")
    .replaceAll(/0x[0-9a-f]{64}/g, "0x…")
  const isOther = /^ {2}(?:DEPLOY on beta|DISTRIBUTE_FEE|the request) /
  return lines
    .replaceAll(/0\.000\d+ of/g, "… of")
    .split("\n")
    .filter((line) => !isOther.test(line))
    .join("\n")
}

describe("hardhat gateway demo", function () {
  it("deploys through a gateway, calls, reads, fires a timeout, explains reverts and recovers from them", async () => {
    const { stdout, events } = await runDemo()
    expect(withoutChance(stdout)).to.equal(shown)
    const of = (name: string): Event[] => events.filter(({ event }) => event === name)
    const scenes = events.map(({ event, what }) => [event, what].filter(Boolean).join(" "))
    expect(scenes.filter((scene) => !["status", "reorg"].includes(scene))).to.deep.equal([
      "ready",
      "paid",
      "called deploy",
      "deployed",
      "called write",
      "counters",
      "called read",
      "sum",
      "scheduled",
      "travelled",
      "fired",
      "paid",
      "called revert",
      "mended target",
      "mended callback",
      "recovered",
    ])

    const steps = of("status") as unknown as Step[]
    const deploys = steps.filter(({ payload }) => payload?.callType === "DEPLOY" && payload.chainSlug === 41001)
    expect(deploys.map(({ status }) => status)).to.deep.equal(reached)
    const usable = deploys.map(({ payload }) => payload?.appGatewayDetails?.isForwarderDeployed)
    expect(usable, "isForwarderDeployed turns true in the callback").to.deep.equal([
      ...Array<boolean>(6).fill(false),
      true,
    ])

    const deployments = of("deployed")[0]!["deployments"] as { forwarderAddress: string; predicted: string }[]
    expect(deployments).to.have.length(2)
    for (const { forwarderAddress, predicted } of deployments) expect(forwarderAddress).to.equal(predicted)
    expect(of("counters")[0]!["counters"]).to.deep.equal({ alpha: "5", beta: "5" })
    expect(of("sum")[0]!["sum"]).to.equal("10")
    expect(of("fired")[0]!["resolveTxHash"]).to.match(/^0x[0-9a-f]{64}$/)

    const reverts = steps.flatMap((step) => (step.subject === "payload" ? step.reverts : []))
    expect(reverts.map(({ stage, reason }) => `${stage}: ${reason}`)).to.deep.equal([
      "execute: OutOfOrder(amount: 5)",
      "callback: NotReadyForResult(amount: 5)",
    ])
    const beforeMended = events.flatMap(({ event }, index) => (event === "mended" ? [events[index - 1]!] : []))
    expect(
      (beforeMended as unknown as Step[]).map((step) => step.payload && step.reverts[0]?.stage),
      "the reason of a revert is shown before it is mended",
    ).to.deep.equal(["execute", "callback"])
    expect(of("recovered")[0]).to.include({ workSeen: "5" })
    expect(steps.at(-2)?.status, "the last request").to.equal("COMPLETED")
  })

  deepIt("stops at Ctrl-C", async () => {
    await using demo = startCommand(["gateway", "demo", "--json"])
    await demo.event(({ event }) => event === "called")
    demo.interrupt()
    const { code, stderr } = await demo.ended
    expect({ code, stderr }).to.deep.equal({ code: 130, stderr: "Interrupted.\n" })
  })
})
