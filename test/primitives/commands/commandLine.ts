import { expect } from "chai"
import { describe, it } from "mocha"

import { commandLine, goOnLine } from "#src/primitives/commands/commandLine.js"

describe("commandLine", () => {
  it("writes options as a command line has them, and what has spaces or signs of a shell in quotes", () => {
    const args = {
      amount: "5",
      token: "USDC",
      allowTarget: "0x12",
      yes: true,
      requote: false,
      to: undefined,
      json: true,
    }
    expect(commandLine("swap execute", args, { positional: ["amount", "token"], without: ["json"] })).to.equal(
      "swap execute 5 USDC --allow-target 0x12 --yes",
    )
    const without = { ...args, amount: undefined }
    expect(commandLine("swap execute", without, { positional: ["amount", "token"] })).to.equal(
      "swap execute USDC --allow-target 0x12 --yes --json",
    )
    const odd = { plug: "0x1", function: 'link(uint32 slug, address to) "$x`' }
    expect(commandLine("messaging connect", odd, { positional: ["plug"] })).to.equal(
      'messaging connect 0x1 --function "link(uint32 slug, address to) \\"\\$x\\`"',
    )
  })
})

describe("goOnLine", () => {
  it("says yes to nothing", () => {
    const args = { plug: "0x1", cause: "out of gas", yes: true, dryRun: true, json: true }
    expect(goOnLine("messaging retry", args, [])).to.equal('messaging retry --plug 0x1 --cause "out of gas" --dry-run')
    expect(goOnLine("messaging connect", args, ["plug"])).to.equal(
      'messaging connect 0x1 --cause "out of gas" --dry-run',
    )
  })
})
