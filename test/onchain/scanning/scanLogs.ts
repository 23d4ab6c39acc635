import { expect } from "chai"
import { describe, it } from "mocha"

import { scanLogs } from "../../../src/onchain/scanning/scanLogs.js"
import { createManualClock } from "../../fixtures/clocks/manualClock.js"
import { failure } from "../../fixtures/failure.js"
import { countedEvents, counter, createLogChain, type NodeMood } from "../../fixtures/nodes/logChain.js"

const hour = 3_600_000
const interval = 5_000

describe("scanLogs", () => {
  /** Follows a chain for an hour. `happens` is called before each part that is looked at. */
  async function follow(mood: NodeMood, happens: (chain: ReturnType<typeof createLogChain>) => void) {
    const chain = createLogChain()
    for (let block = 1; block <= 30; block += 1) chain.mine(block)
    const clock = createManualClock()
    const { client, asked } = chain.node(mood)
    const numbers: number[] = []
    const troubles: unknown[] = []
    const options = { address: [counter], events: countedEvents, from: 0n, maxBlocks: 10n, random: () => 0 }
    const work = async () => {
      const parts = scanLogs(client, {
        ...options,
        clock,
        interval,
        timeout: hour,
        onTrouble: (error) => troubles.push(error),
      })
      for await (const { logs } of parts) {
        numbers.push(...logs.map(({ args }) => Number(args.number)))
        happens(chain)
      }
    }
    await clock.run(work())
    return { chain, numbers, requests: asked.length, troubles }
  }

  it("makes one request an interval on a chain that stands still", async () => {
    const { chain, numbers, requests } = await follow({}, () => undefined)
    expect(numbers).to.deep.equal(chain.numbers())
    // Catching up takes some more.
    expect(requests).to.be.within(hour / interval - 5, hour / interval + 20)
  })

  it("makes no more on a chain that mines blocks without logs", async () => {
    const { requests } = await follow({}, (chain) => {
      chain.mine()
      chain.mine()
    })
    expect(requests).to.be.within(hour / interval - 20, hour / interval + 20)
  })

  it("reads on after the node was away, and tells of it", async () => {
    let count = 0
    const away: NodeMood = {
      before: () => {
        count += 1
        if (count > 4 && count < 40) throw new Error("out of order")
      },
    }
    const { chain, numbers, troubles } = await follow(away, () => undefined)
    expect(numbers).to.deep.equal(chain.numbers())
    expect(troubles[0]).to.include({ code: "NODE_FAILED" })
    expect(troubles.at(-1)).to.equal(undefined)
  })

  it("ends with a false log", async () => {
    expect(await failure(follow({ logs: ([log]) => [log, log] }, () => undefined))).to.include({ code: "FALSE_LOGS" })
  })
})
