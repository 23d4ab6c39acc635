import { readdir } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import type { Given as GivenBy } from "#src/plugin/arguments/rows.js"
import type { wireRows } from "#tasks/messaging/index.js"
import wire from "#tasks/messaging/wire.js"
import { runTaskAsked } from "#test/fixtures/commands/taskOnNodes.js"
import { account } from "#test/fixtures/nodes/fakeChain.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { createFakeWiring, wired } from "#test/fixtures/worlds/messaging/fakeWiring.js"

type Printed = {
  readonly agrees?: boolean
  readonly isWhole?: boolean
  readonly results?: readonly {
    readonly srcChainName: string
    readonly status: string
    readonly error: { readonly code: string } | null
  }[]
  readonly safeFiles?: readonly { readonly chainName: string }[]
  readonly error?: { readonly code: string } | null
}
type Given = {
  readonly owner?: `0x${string}`
  readonly trust?: object
  readonly answers?: readonly string[]
  readonly isSafe?: boolean
} & Pick<Parameters<typeof createFakeWiring>[0], "instead" | "plug">

/** Runs the task without a network: how it ended, what was sent and asked, and what was shown where. */
async function run(args: GivenBy<typeof wireRows>, { answers, isSafe = false, ...project }: Given = {}) {
  await using folder = await temporaryFolder()
  const { hre, made, closed, sent } = createFakeWiring({ root: folder.path, ...project })
  const safe = isSafe ? path.join(folder.path, "safe.json") : undefined
  const { ended, asked, terminal } = await runTaskAsked(wire, { ...args, safe }, hre, answers)
  expect(closed.toSorted()).to.deep.equal(made.toSorted())
  const [out, err] = [terminal.stdout(), terminal.stderr()]
  const names = await readdir(folder.path)
  return {
    ...{ ended, made: made.length, sent: sent.toSorted(), out, err },
    asked: asked.map((question) => /^Send \d+ \w+|^0x\w{40}/.exec(question)?.[0]),
    planIn: [out, err].map((text) => text.includes("Connections:")),
    gas: err.match(/^gas on /gm)?.length ?? 0,
    files: names.filter((name) => name.startsWith("safe")).toSorted(),
    printed: args.json === true && out !== "" ? (JSON.parse(out) as Printed) : {},
  }
}
const allowed = { allowSwitchboard: wired.switchboard }
const [own, other] = [["alpha", "beta"].map((name) => `${name} by ${account}`), at(0x77)]
const broken = { switchboards: [at(0xc7)] }

describe("the task messaging wire, without a network", () => {
  it("plans by default, and sends and asks nothing", async () => {
    const plan = await run({})
    expect([plan.ended, plan.sent, plan.asked, plan.planIn, plan.gas]).to.deep.equal([true, [], [], [true, false], 0])
    expect((await run({ yes: true })).planIn).to.deep.equal([true, false])
    const json = await run({ plan: true, json: true })
    expect([json.ended, json.planIn]).to.deep.equal([true, [false, true]])
    expect(json.printed).to.deep.include({ agrees: false, isWhole: true })
    expect(json.printed).to.not.have.property("error")
    expect((await run({ plan: true, json: true, yes: true })).err).to.equal("")
    const check = await run({ check: true, json: true })
    expect([check.ended, check.sent, check.printed.error?.code]).to.deep.equal([2, [], "SHOWN_FAILURE"])
  })

  it("applies after every question was answered with a yes, or with --yes where the switchboard is allowed", async () => {
    const question = "Send 2 transactions"
    const yes = await run({ apply: true }, { answers: ["y", "y", "y"] })
    expect([yes.ended, yes.sent, yes.asked]).to.deep.equal([
      true,
      own,
      [wired.switchboard, wired.switchboard, question],
    ])
    expect([yes.planIn, yes.gas]).to.deep.equal([[false, true], 2])
    const agreed = await run({ apply: true, yes: true, json: true, ...allowed })
    expect([agreed.ended, agreed.sent, agreed.asked, agreed.err.includes("gas on"), agreed.planIn]).to.deep.equal([
      ...[true, own, [], false, [false, false]],
    ])
    expect(agreed.printed.results?.map(({ srcChainName, status }) => [srcChainName, status])).to.deep.equal([
      ["alpha", "done"],
      ["beta", "done"],
    ])
    const no = await run({ apply: true, ...allowed }, { answers: ["n"] })
    expect([no.ended, no.sent, no.asked, no.out]).to.deep.equal([130, [], [question], ""])
    const jsonNo = await run({ apply: true, json: true, ...allowed }, { answers: ["n"] })
    expect([jsonNo.ended, jsonNo.sent, jsonNo.printed.error?.code, jsonNo.gas]).to.deep.equal([130, [], "ABORTED", 2])
    const unknown = await run({ apply: true, yes: true })
    expect([unknown.ended, unknown.sent]).to.deep.equal(["SWITCHBOARD_NOT_KNOWN", []])
    const nobody = await run({ apply: true })
    expect([nobody.ended, nobody.made]).to.deep.equal(["INVALID_INPUT", 0])
  })

  it("says of a change that was not sent why, and sends the others", async () => {
    const refuse = (name: string, method: string) =>
      name === "alpha" && method === "eth_sendTransaction" ? Promise.reject(new Error("no")) : undefined
    const { ended, sent, printed } = await run({ apply: true, yes: true, json: true, ...allowed }, { instead: refuse })
    expect([ended, sent]).to.deep.equal([false, own.slice(1)])
    expect(printed.results?.map(({ status, error }) => [status, error?.code])).to.deep.equal([
      ["failed", "NOT_SUBMITTED"],
      ["done", undefined],
    ])
  })

  it("closes every chain where the wiring names a contract that nobody knows", async () => {
    for (const dryRun of [true, false]) {
      const { ended, made, sent } = await run({ dryRun }, { plug: "Nobody" })
      expect([ended, made, sent]).to.deep.equal(["INVALID_INPUT", dryRun ? 4 : 2, []])
    }
  })

  it("holds what it sends, tries or hands over to plugs.trust, and not what it only shows", async () => {
    for (const [args, given] of [
      [{ apply: true, yes: true, ...allowed }, {}],
      [{ dryRun: true }, {}],
      [{ calldata: true, ...allowed }, { owner: other }],
    ] as const) {
      const { ended, sent, out } = await run(args, { trust: broken, ...given })
      const isHandedOver = out.includes("0xc3d29b63")
      expect([ended, sent, isHandedOver], JSON.stringify(args)).to.deep.equal(["TRUST_POLICY_BROKEN", [], false])
    }
    expect((await run({}, { trust: broken })).ended).to.equal(true)
    expect((await run({ check: true }, { trust: broken })).ended).to.equal(2)
    const kept = { switchboards: [wired.switchboard] }
    expect((await run({ apply: true, yes: true, ...allowed }, { trust: kept })).sent).to.deep.equal(own)
  })

  it("hands over nothing that not even a fork shows, and nothing with a switchboard that is not allowed", async () => {
    expect((await run({ calldata: true }, { owner: other })).ended).to.equal("SWITCHBOARD_NOT_KNOWN")
    for (const isSafe of [true, false]) {
      const plan = await run({ calldata: true, ...allowed }, { owner: other, isSafe })
      expect([plan.ended, plan.sent, plan.files, plan.out.includes("  data  ")]).to.deep.equal([
        ...["CALL_NOT_SHOWN", [], [], false],
      ])
    }
    const kept = await run({ apply: true, yes: true, json: true, ...allowed }, { owner: other })
    expect([kept.sent, kept.files, kept.printed.error?.code]).to.deep.equal([[], [], "WIRING_INCOMPLETE"])
  })
})
