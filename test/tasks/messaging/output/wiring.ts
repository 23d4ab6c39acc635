import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import type { WiringChange, WiringPlan } from "../../../../src/messaging/wiring/plan/WiringPlan.js"
import { wiringPlan } from "../../../../tasks/messaging/output/wiring.js"
import { recordTerminal } from "../../../fixtures/output/recordedTerminal.js"

const [plug, sibling, switchboard, other]: readonly Address[] = ["1", "2", "3", "4"].map(
  (digit): Address => `0x${digit.repeat(40)}`,
)

describe("the plan of a wiring", () => {
  it("shows each argument of a call on a line of its own where the call does not fit beside its indent", () => {
    const args = [
      { type: "uint32", text: "41002" },
      { type: "address", text: sibling! },
      { type: "address", text: other! },
      { type: "address", text: plug! },
    ]
    const call = { signature: "connect(uint32,address,address,address)", args }
    const change = {
      ...{ kind: "connect", application: "greeters", chain: "alpha", chainSlug: 41_001, plug, siblingChain: "beta" },
      ...{ siblingChainSlug: 41_002, sibling, switchboard, switchboardKind: "FAST", status: "ready", isShown: true },
      ...{ before: { sibling: zeroAddress, inboundSwitchboard: zeroAddress, outboundSwitchboard: zeroAddress }, call },
    } as unknown as WiringChange
    const plan: WiringPlan = { changes: [change], extras: [], problems: [], inPlace: [] }
    const linesAt = (columns: number): readonly string[] => {
      const { out } = recordTerminal({ isTTY: true, columns, env: { NO_COLOR: "1" } })
      return wiringPlan(plan, out, () => undefined).split("\n")
    }
    const whole = `      connect(41002, sibling, ${other}, ${plug})`
    expect(linesAt(whole.length)).to.include(whole)
    expect(linesAt(whole.length - 1)).to.include.members(["      connect(", "        41002,", `        ${other},`])
    expect(linesAt(whole.length - 1)).to.not.include(whole)
  })
})
