import { expect } from "chai"
import { describe, it } from "mocha"

import { noteAbandonedRequest } from "#src/plugin/connection/chains/abandonedRequests.js"
import { keepConnections } from "#tasks/messaging/wire/openWiringChains.js"

const never = (): Promise<never> => new Promise(() => undefined)

describe("keepConnections", () => {
  /** Closes connections that are closed in these ways, of which some chains did not answer. */
  async function close(ways: Readonly<Record<string, () => Promise<void>>>, silent: readonly string[] = []) {
    const kept = keepConnections(new Set(silent))
    const begun: string[] = []
    for (const [chain, way] of Object.entries(ways)) {
      const closing = () => {
        begun.push(chain)
        return way()
      }
      kept.add(chain, { close: closing })
    }
    try {
      await kept[Symbol.asyncDispose]()
      return [begun, undefined]
    } catch (error) {
      return [begun, error]
    }
  }

  it("closes all of them at once, and waits for each", async () => {
    let isClosed = false
    const late = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      isClosed = true
    }
    expect(await close({ alpha: late, beta: () => Promise.resolve() })).to.deep.equal([["alpha", "beta"], undefined])
    expect(isClosed).to.equal(true)
    const broken = new Error("broken")
    expect(await close({ alpha: () => Promise.reject(broken), beta: late })).to.deep.equal([["alpha", "beta"], broken])
  })

  it("does not wait for a chain that did not answer, however it is closed", async () => {
    const ways = { alpha: never, beta: () => Promise.reject(new Error("reset")), gamma: () => Promise.resolve() }
    expect(await close(ways, ["alpha", "beta"])).to.deep.equal([["alpha", "beta", "gamma"], undefined])
    // What nobody waits for must not end the process.
    await new Promise((resolve) => setImmediate(resolve))
  })

  it("notes that an answer may still come only where a chain has not answered", async () => {
    const noted = async (silent: readonly string[]) => {
      const before = noteAbandonedRequest()
      await close({ alpha: () => Promise.resolve() }, silent)
      return noteAbandonedRequest() - before - 1
    }
    expect([await noted([]), await noted(["alpha"]), await noted(["alpha", "beta"])]).to.deep.equal([0, 1, 1])
  })
})
