import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"

import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { statusError, UnreachableError } from "#src/http/errors.js"
import hardhatPlugs from "#src/index.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { openMessaging, pollingIntervals, requireReachable } from "#src/plugin/connection/openClients.js"
import { withoutKeys } from "#src/terminal/hiddenKeys.js"

describe("pollingIntervals", () => {
  it("are short for a devnet, and left to the client for any other server", async () => {
    const polling = async (messaging: { baseUrl: string; apiKey: string } | undefined) => {
      const plugs = messaging === undefined ? {} : { messaging }
      return pollingIntervals(
        (await createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs], plugs })).config.plugs.messaging,
      )
    }
    expect(await polling(undefined)).to.deep.equal({ minInterval: 50, maxInterval: 500 })
    expect(await polling({ baseUrl: "https://messaging.example", apiKey: "k" })).to.deep.equal({})
  })
})

describe("the key of an API", () => {
  it("is hidden in all output from when its client is opened, and is not needed by every swap API", async () => {
    const key = (value: string) => ({ get: () => Promise.resolve(value) })
    // Without a part that other tests print: what is hidden stays so in this process.
    const [baseUrl, keys] = ["https://api.example", ["zq1x7w9v3k5j", "jk8y2h6g4f0d"]]
    const config = (apiKey: unknown): PlugsConfig =>
      ({ messaging: { baseUrl, apiKey: key(keys[0]!) }, swap: { baseUrl, affiliate: "a", apiKey } }) as never
    await openSwap(config(undefined))
    expect(withoutKeys(keys.join(" "))).to.equal(keys.join(" "))
    await openMessaging(config(undefined))
    await openSwap(config(key(keys[1]!)))
    for (const one of keys) expect(withoutKeys(keys.join(" "))).to.not.contain(one)
  })
})

describe("requireReachable", () => {
  it("throws what a first request throws, unless it is that nothing was found", async () => {
    const facts = { method: "GET", origin: "https://api.example", route: "/", attempts: 1, elapsed: 1 } as const
    const end = async (error?: Error): Promise<unknown> =>
      await requireReachable({}, () => (error === undefined ? Promise.resolve(1) : Promise.reject(error))).catch(
        (caught: unknown) => caught,
      )
    const [away, bug] = [new UnreachableError(facts, "refused"), new TypeError("a bug")]
    expect([await end(), await end(away), await end(bug)]).to.deep.equal([undefined, away, bug])
    const answered = (status: number) => statusError(facts, { status })
    expect(await end(answered(404))).to.equal(undefined)
    for (const status of [401, 429, 500]) expect(await end(answered(status)), String(status)).to.include({ status })
  })

  it("asks no mock, whose answers are each given once", async () => {
    await requireReachable({ mock: {} }, () => Promise.reject(new TypeError("asked")))
  })
})
