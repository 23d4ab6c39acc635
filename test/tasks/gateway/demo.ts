import { expect } from "chai"
import { describe, it } from "mocha"

import { payloadStates } from "#src/gateway/index.js"
import { createDemoStage, type DemoStage } from "#tasks/demo/DemoStage.js"
import { runGatewayDemo } from "#tasks/gateway/demo/runGatewayDemo.js"
import { readEvents } from "#test/fixtures/commands/endedCommand.js"
import { startCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectGolden } from "#test/fixtures/golden/expectGolden.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

type Event = Record<string, unknown>
type Step = {
  subject: string
  status: string
  reverts: { stage: string; reason: string }[]
  payload?: { callType: string; chainSlug: number; appGatewayDetails: { isForwarderDeployed: boolean } | null }
}

const reached = Object.keys(payloadStates)

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
    expectGolden("gateway/demo.txt", withoutChance(stdout))
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
