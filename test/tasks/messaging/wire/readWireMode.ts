import { expect } from "chai"
import { describe, it } from "mocha"

import { readRows } from "#src/plugin/arguments/readRows.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import { wireRows } from "#tasks/messaging/index.js"
import { readWireMode } from "#tasks/messaging/wire/readWireMode.js"
import { thrown } from "#test/fixtures/failure.js"

type Args = Given<typeof wireRows>
const read = (given: Args, isTTY = false) => readWireMode(readRows(wireRows, given), { isTTY })

describe("readWireMode", () => {
  it("plans unless another mode is given, and knows what is handed over", () => {
    const table: [Args, string, boolean][] = [
      [{}, "plan", false],
      [{ plan: true }, "plan", false],
      [{ plan: true, calldata: true }, "plan", true],
      [{ safe: "a.json" }, "plan", true],
      [{ check: true }, "check", false],
      [{ apply: true, yes: true }, "apply", false],
      [{ apply: true, yes: true, calldata: true }, "apply", true],
      [{ dryRun: true }, "dry run", false],
      [{ apply: true, dryRun: true }, "dry run", false],
    ]
    for (const [given, mode, isHandedOver] of table) {
      expect(read(given), JSON.stringify(given)).to.deep.equal({ mode, isHandedOver })
    }
  })

  it("refuses what contradicts, by the option that is one too many", () => {
    const table: [Args, string, string][] = [
      [{ plan: true, apply: true }, "--apply", "--plan"],
      [{ apply: true, check: true }, "--check", "--apply"],
      [{ plan: true, dryRun: true }, "--dry-run", "--plan"],
      [{ check: true, dryRun: true }, "--dry-run", "--check"],
      [{ check: true, calldata: true }, "--calldata", "--check"],
      [{ check: true, safe: "a.json" }, "--safe", "--check"],
      [{ dryRun: true, safe: "a.json" }, "--safe", "--dry-run"],
      [{ dryRun: true, calldata: true, safe: "a.json" }, "--calldata", "--dry-run"],
    ]
    for (const [given, argument, other] of table) {
      const { facts, message } = thrown(() => read(given))
      expect(facts["argument"], JSON.stringify(given)).to.equal(argument)
      expect(message).to.contain(`it contradicts ${other}`)
    }
  })

  it("needs somebody to confirm what is sent, and nothing else", () => {
    expect(thrown(() => read({ apply: true })).facts["argument"]).to.equal("--yes")
    expect(read({ apply: true }, true).mode).to.equal("apply")
    expect(read({ check: true }).mode).to.equal("check")
  })
})
