import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import type { WiringChange, WiringPlan } from "#src/messaging/wiring/plan/WiringPlan.js"
import { plainText } from "#src/terminal/renderText.js"
import { wiringPlan } from "#tasks/messaging/output/wiring.js"
import { planDocument, resultFields } from "#tasks/messaging/output/wiringFields.js"

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
      ...{
        siblingChainSlug: 41_002,
        sibling,
        switchboard,
        switchboardKind: "FAST",
        status: "ready",
        isShown: true,
        warnings: [],
      },
      ...{ before: { sibling: zeroAddress, inboundSwitchboard: zeroAddress, outboundSwitchboard: zeroAddress }, call },
    } as unknown as WiringChange
    const plan: WiringPlan = { changes: [change], extras: [], problems: [], inPlace: [] }
    const linesAt = (columns: number): readonly string[] => {
      return plainText(
        wiringPlan(plan, columns, () => undefined),
        columns,
      ).split("\n")
    }
    const whole = `      connect(41002, sibling, ${other}, ${plug})`
    expect(linesAt(whole.length)).to.include(whole)
    expect(linesAt(whole.length - 1)).to.include.members(["      connect(", "        41002,", `        ${other},`])
    expect(linesAt(whole.length - 1)).to.not.include(whole)
  })

  it("says which switchboards a connection had, each direction apart, and nothing of those that stay", () => {
    const notesOf = (before: object) => {
      const change = {
        ...{ kind: "connect", application: "greeters", chain: "alpha", chainSlug: 1, plug, siblingChain: "beta" },
        ...{
          siblingChainSlug: 2,
          sibling,
          switchboard,
          switchboardKind: "FAST",
          status: "ready",
          isShown: true,
          warnings: [],
        },
        ...{ before: { sibling, ...before }, call: { signature: "connect()", args: [] } },
      } as unknown as WiringChange
      const plan: WiringPlan = { changes: [change], extras: [], problems: [], inPlace: [] }
      const lines = plainText(wiringPlan(plan, 200, () => undefined)).split("\n")
      return lines.filter((line) => line.includes("instead of")).map((line) => line.trim())
    }
    const [inbound, outbound] = [{ inboundSwitchboard: other }, { outboundSwitchboard: other }]
    const both = { inboundSwitchboard: switchboard, outboundSwitchboard: switchboard }
    expect(notesOf(both)).to.deep.equal([])
    expect(notesOf({ ...both, ...inbound })).to.deep.equal([`by ${switchboard} instead of ${other} and ${switchboard}`])
    expect(notesOf({ ...both, ...outbound })).to.deep.equal([
      `by ${switchboard} instead of ${switchboard} and ${other}`,
    ])
    expect(notesOf({ ...inbound, ...outbound, sibling: plug })).to.deep.equal([
      `instead of ${plug}`,
      `by ${switchboard} instead of ${other}`,
    ])
  })
})

describe("a wiring in JSON", () => {
  const connection = {
    application: "greeters",
    chain: "alpha",
    chainSlug: 1,
    plug,
    siblingChain: "beta",
    siblingChainSlug: 2,
  }
  const ends = {
    application: "greeters",
    srcChainName: "alpha",
    srcChainSlug: 1,
    srcPlug: plug,
    dstChainName: "beta",
    dstChainSlug: 2,
  }
  const before = { sibling: zeroAddress, inboundSwitchboard: switchboard, outboundSwitchboard: other }
  const call = {
    signature: "f(uint8,bool)",
    args: [
      { type: "uint8", name: "a", text: "5" },
      { type: "bool", text: "true" },
    ],
  }
  const change = {
    ...connection,
    kind: "connect",
    sibling,
    switchboard,
    before,
    call,
    status: "ready",
    isShown: false,
    abi: [{}],
  } as unknown as WiringChange
  const fields = {
    ...ends,
    kind: "connect",
    dstPlug: sibling,
    switchboard,
    status: "ready",
    isShown: false,
    signature: "f(uint8,bool)",
    args: [
      { name: "a", type: "uint8", text: "5" },
      { name: null, type: "bool", text: "true" },
    ],
    switchboardKind: null,
    before: { dstPlug: zeroAddress, inboundSwitchboard: switchboard, outboundSwitchboard: other },
    owner: null,
    sender: null,
    reason: null,
  }
  /** As a reader of the JSON has it. */
  const printed = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

  it("names the ends of each connection as those of a message, and leaves nothing out but the ABI", () => {
    const known = {
      ...change,
      switchboardKind: "FAST",
      owner: plug,
      sender: other,
      reason: "it reverts",
    } as WiringChange
    const problem = { about: "plug", application: undefined, chain: "alpha", says: "There is none." } as const
    const plan = {
      changes: [change, known],
      extras: [{ ...connection, sibling, switchboard }],
      problems: [problem, { ...problem, application: "greeters", error: { code: "X" } }],
      inPlace: [connection],
    } as unknown as WiringPlan
    expect(printed(planDocument(plan))).to.deep.equal({
      changes: [fields, { ...fields, switchboardKind: "FAST", owner: plug, sender: other, reason: "it reverts" }],
      extras: [{ ...ends, dstPlug: sibling, switchboard }],
      problems: [
        { about: "plug", application: null, chainName: "alpha", says: "There is none.", error: null },
        { about: "plug", application: "greeters", chainName: "alpha", says: "There is none.", error: { code: "X" } },
      ],
      inPlace: [ends],
    })
  })

  it("adds to each change how it went", () => {
    const results = [
      { change, status: "applied", hash: "0x12" },
      { change, status: "failed", error: { code: "X" } },
    ] as unknown as Parameters<typeof resultFields>[0]
    expect(printed(resultFields(results))).to.deep.equal([
      { ...fields, status: "applied", txHash: "0x12", error: null },
      { ...fields, status: "failed", txHash: null, error: { code: "X" } },
    ])
  })
})
