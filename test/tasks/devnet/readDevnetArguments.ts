import { expect } from "chai"
import { describe, it } from "mocha"

import { readRows } from "#src/plugin/arguments/readRows.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import { resolveDevnet } from "#src/plugin/config/resolvePlugs.js"
import { devnetRows } from "#tasks/devnet/index.js"
import { readDevnetArguments as readOptions, readPageArguments } from "#tasks/devnet/readDevnetArguments.js"
import { thrown } from "#test/fixtures/failure.js"

const silent = {}
const readDevnetArguments = (given: Given<typeof devnetRows>, config: ReturnType<typeof resolveDevnet>) =>
  readOptions(readRows(devnetRows, given), config)

describe("readDevnetArguments", () => {
  it("takes from the configuration what the command line leaves out, and leaves the rest to the devnet", () => {
    const config = resolveDevnet({
      port: 9000,
      memoryWarning: 500,
      chains: ["red", { name: "xai", chainId: 7, slug: 8 }],
      gateway: { chainId: 43 },
    })
    expect(readDevnetArguments(silent, config)).to.deep.equal({
      port: 9000,
      chains: config.chains,
      gatewayChainId: 43,
      allowedOrigins: [],
      memoryWarning: 500,
    })
  })

  it("takes paths and the optimistic timeout from the configuration, unless the command line has them", () => {
    const config = resolveDevnet({
      paths: [{ between: ["alpha", "beta"], kinds: ["OPTIMISTIC"] }],
      optimisticTimeout: 7200,
    })
    const { paths, optimisticTimeout } = config
    expect(readDevnetArguments(silent, config)).to.deep.include({ paths, optimisticTimeout })
    const given = { path: "alpha:beta=fast", optimisticTimeout: "30s" }
    expect(readDevnetArguments(given, config)).to.deep.include({
      paths: [{ between: ["alpha", "beta"], kinds: ["FAST"] }],
      optimisticTimeout: 30,
    })
    // A path between chains that are not started for this run means nothing.
    expect(readDevnetArguments({ chains: "alpha,red" }, config)).to.not.have.property("paths")
  })

  it("adds allowed origins to those of the configuration, and refuses what is none", () => {
    const config = resolveDevnet({ allowedOrigins: ["http://localhost:3000"] })
    const allowOrigin = "http://localhost:5173, chrome-extension://abc"
    expect(readDevnetArguments({ allowOrigin }, config).allowedOrigins).to.deep.equal([
      "http://localhost:3000",
      "http://localhost:5173",
      "chrome-extension://abc",
    ])
    for (const wrong of ["*", "null", "localhost:5173", "http://a.example/app", ""]) {
      expect(() => readDevnetArguments({ allowOrigin: wrong }, config)).to.throw(/Option "--allow-origin": /)
    }
  })

  it("reads every option that is given", () => {
    const given = {
      port: "8700",
      chains: "a, b",
      gatewayChainId: "43",
      path: "a:b=optimistic",
      optimisticTimeout: "1500ms",
      blockTime: "2s",
      pace: "500ms",
      apiKey: "own",
      allowOrigin: "HTTP://A.example/",
      state: "kept",
      reset: true,
    }
    expect(readDevnetArguments(given, resolveDevnet())).to.deep.equal({
      port: 8700,
      chains: ["a", "b"],
      gatewayChainId: 43,
      allowedOrigins: ["http://a.example"],
      paths: [{ between: ["a", "b"], kinds: ["OPTIMISTIC"] }],
      optimisticTimeout: 2,
      blockTime: 2_000,
      pace: 500,
      apiKey: "own",
      state: "kept",
      reset: true,
    })
  })

  it("resets nothing where nothing is kept", () => {
    expect(thrown(() => readDevnetArguments({ reset: true }, resolveDevnet())).message).to.contain("--state")
  })

  it("reads several paths, each with one kind or both, and refuses what is none", () => {
    const read = (path: string) => readDevnetArguments({ path }, resolveDevnet()).paths
    expect(read("a-b:c=FAST, c:d=fast+optimistic")).to.deep.equal([
      { between: ["a-b", "c"], kinds: ["FAST"] },
      { between: ["c", "d"], kinds: ["FAST", "OPTIMISTIC"] },
    ])
    for (const wrong of ["", "a", "a:b", "a:b=", "a:b=slow", "a=fast", "a:b=fast,", "a:b:c=fast", "a:b=fast+"]) {
      expect(() => read(wrong), wrong).to.throw(/Option "--path": /)
    }
  })

  it("refuses a key that a client could not send, and does not repeat it", () => {
    for (const apiKey of ["bad key\n", "two words", "clé", "a\u0000"]) {
      const error = thrown(() => readDevnetArguments({ apiKey }, resolveDevnet()))
      expect(error.message).to.match(/^Option "--api-key": it cannot be sent as a header/)
      expect(error.message).to.not.contain("bad key")
    }
  })
})

describe("readPageArguments", () => {
  it("gives a devnet a page, one that changes nothing, or none", () => {
    expect(readPageArguments({ page: undefined, noPage: false })).to.deep.equal({ isReadOnly: false })
    expect(readPageArguments({ page: "read", noPage: false })).to.deep.equal({ isReadOnly: true })
    expect(readPageArguments({ page: undefined, noPage: true })).to.equal(undefined)
  })

  it("refuses what a page cannot be", () => {
    for (const args of [
      { page: "write", noPage: false },
      { page: "", noPage: false },
      { page: "read", noPage: true },
    ]) {
      expect(() => readPageArguments(args)).to.throw("--page")
    }
  })
})
