import { expect } from "chai"
import { describe, it } from "mocha"

import { serveActors } from "#src/devnet/actorMethods.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { everyStage, type Stage } from "#src/devnet/stages.js"
import { failure } from "#test/fixtures/failure.js"

/** A chain that mines by itself, at intervals, or only when somebody asks. */
function chainOf(slug: number, { automine = true, atIntervals = false, pending = 0 } = {}) {
  const request = ({ method }: { method: string }): Promise<unknown> => {
    if (method === "hardhat_getAutomine") return Promise.resolve(automine)
    if (method === "eth_pendingTransactions") return Promise.resolve(Array.from({ length: pending }, () => ({})))
    return Promise.reject(new Error(`no method ${method}`))
  }
  return { slug, provider: { request }, minesAtIntervals: () => atIntervals } as unknown as LocalChain
}

function serve(chains: readonly LocalChain[]) {
  const done: string[] = []
  const held = new Set<Stage>()
  let running = true
  const relay = {
    get running() {
      return running
    },
    isPaused: (stage: Stage) => held.has(stage),
    failures: () => ["a failure"],
    pause: () => {
      for (const stage of everyStage) held.add(stage)
    },
    resume: () => {
      held.clear()
    },
    start: () => (running = true),
    takeStep: () => Promise.resolve("stepped"),
  }
  const protocol = (name: string, known: Readonly<Record<string, string>>) => ({
    sync: () => Promise.resolve(void done.push(`read ${name}`)),
    retry: (id: string) => known[id],
  })
  const protocols = [{ sync: () => Promise.resolve() }, protocol("one", { "0xab": "retried" }), protocol("two", {})]
  const given = { protocols, relay, delay: 5, watchers: [], port: 8_555 }
  const { retry } = serveActors(chains, given as unknown as Parameters<typeof serveActors>[1])
  const ask = (method: string, chain = chains[0]) => chain?.provider.request({ method })
  return { ask, retry, done, held, stop: () => (running = false) }
}

describe("what a devnet's chains answer about its actors", () => {
  it("is on which chains transactions wait that nobody but a user mines", async () => {
    const chains = [
      chainOf(1, { automine: false, pending: 2 }),
      chainOf(2, { automine: false }),
      chainOf(3, { pending: 2 }),
      chainOf(4, { automine: false, atIntervals: true, pending: 2 }),
      chainOf(5, { automine: false, pending: 1 }),
    ]
    const { ask } = serve(chains)
    const relay = { failures: ["a failure"], paused: [], unmined: [1, 5], delay: 5, watchers: [], port: 8_555 }
    for (const chain of chains) expect(await ask("devnet_relay", chain)).to.deep.equal(relay)
  })

  it("is which stages were paused by a request, or went on with it", async () => {
    const { ask, held, stop } = serve([chainOf(1)])
    const [first, ...others] = everyStage
    held.add(first!)
    expect(await ask("devnet_pause")).to.deep.equal(others)
    expect(await ask("devnet_pause")).to.deep.equal([])
    expect(await ask("devnet_resume")).to.deep.equal(everyStage)
    stop()
    expect(await ask("devnet_resume"), "those of a stopped relay are paused too").to.deep.equal(everyStage)
    expect(await ask("devnet_resume")).to.deep.equal([])
    expect(await ask("devnet_step")).to.equal("stepped")
  })

  it("is what became of a retry, whatever the case of the id, once every chain was read", async () => {
    const { retry, done } = serve([chainOf(1)])
    expect([await retry("0xAB"), done.splice(0)]).to.deep.equal(["retried", ["read one", "read two"]])
    for (const id of ["0xcd", 7, undefined]) expect((await failure(retry(id))).code).to.equal("INVALID_INPUT")
  })
})
