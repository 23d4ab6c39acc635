import { expect } from "chai"
import { describe } from "mocha"

import { modulesOf } from "#test/fixtures/commands/loadedModules.js"
import { deepIt } from "#test/fixtures/depth.js"

/** Packages that take long to load. */
const heavy = ["viem", "ox", "abitype", "zod", "hono", "p-limit", "fast-check", "undici"]

const hash = `0x${"11".repeat(32)}`

// Each file costs some 0.4 ms, because what runs TypeScript for Hardhat looks at each. These counts are those of the day on which they were
// written: a change that adds one says why a command must load it before it does anything.
describe("what a command loads", function () {
  // test/plugin/startup.ts follows the imports, without a process.
  deepIt("is nineteen files of this package and no library for hardhat --help", async () => {
    const { own, packages } = await modulesOf(["--help"])
    expect([...packages].filter((name) => [...heavy, "@noble/hashes"].includes(name))).to.be.empty
    expect(own, own.join("\n")).to.have.lengthOf.at.most(19)
  })

  const untilRequest: readonly (readonly [most: number, ...args: string[]])[] = [
    [105, "messaging", "track", hash, "--from", "alpha"],
    [95, "gateway", "tx", hash],
    [85, "swap", "chains"],
    [145, "plugs", "doctor"],
  ]
  for (const [most, ...args] of untilRequest) {
    const name = args.slice(0, 2).join(" ")
    deepIt(`is no viem, no zod and no table for ${name}, until its first request`, async () => {
      const { own, packages } = await modulesOf(args)
      expect([...packages].filter((each) => heavy.includes(each))).to.be.empty
      expect(own, own.join("\n")).to.have.lengthOf.at.most(most)
    })
  }

  deepIt("is no viem for messaging explain, until a chain's node is first asked", async () => {
    const { packages } = await modulesOf(["messaging", "explain", hash, "--from", "alpha"])
    expect([...packages].filter((each) => each === "viem" || each === "zod")).to.be.empty
    expect(packages).to.include("undici")
  })
})
