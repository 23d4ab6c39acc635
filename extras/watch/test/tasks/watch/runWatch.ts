import { expect } from "chai"
import { describe, it } from "mocha"

import { openPostgres } from "../../fixtures/openPostgres.js"
import type { Clock } from "#src/primitives/clock.js"
import { systemClock } from "#src/primitives/clock.js"
import { readWatch, runWatch, type WatchEvent } from "#src/watch/index.js"
import { failure } from "#test/fixtures/failure.js"
import { sendingNode, socketId } from "#test/fixtures/nodes/sendingNode.js"
import { projectOfNodes } from "#test/fixtures/projects/projectOfNodes.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { dstPlug, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

/** No plug is connected to another one. */
const eth_call = ([call]: readonly unknown[]) => {
  if ((call as { to?: unknown }).to === undefined) throw new Error("not together")
  return `0x${"0".repeat(64 * 5)}`
}
/** Only an interval is waited for, until the watch ends. */
const clock: Clock = {
  now: () => 1_039_000,
  sleep: (ms, signal) => (ms < 5_000 ? Promise.resolve() : systemClock.sleep(ms, signal)),
}

async function openProject() {
  const folder = await temporaryFolder()
  const nodes = {
    alpha: sendingNode(1, { 20: [202], 30: [203] }, { eth_call }, socketId),
    beta: sendingNode(2, {}, { eth_call }),
  }
  const { hre, opened } = projectOfNodes(nodes, {
    ...{ baseUrl: "http://127.0.0.1:1", root: folder.path },
    plugs: {
      recordsKey: { get: () => Promise.resolve("07".repeat(32)) },
      wiring: { application: { contracts: { alpha: srcPlug, beta: dstPlug } } },
      watch: { fromBlocks: {}, invariants: {}, lateAfter: 600 },
    },
  })
  return { hre, opened, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}
const thrown = (running: Promise<void>) => running.catch((error: unknown) => error)
const numbers = (events: readonly WatchEvent[]) => events.map(({ sequence }) => sequence)

describe("runWatch", () => {
  it("gives a program each event in order and, across restarts, none that it has not taken twice", async () => {
    await using project = await openProject()
    const { hre, opened } = project
    expect((await failure(readWatch(hre))).code).to.equal("WATCH_STORE_UNUSABLE")
    const [all, blocks] = [[] as WatchEvent[], 1_000]
    const bug = new Error("a bug")
    const onEvent = (event: WatchEvent) => {
      all.push(event)
      if (all.length === 2) throw bug
    }
    expect(await thrown(runWatch(hre, { blocks, clock, onEvent }))).to.equal(bug)
    const ending = new AbortController()
    const known: Awaited<ReturnType<typeof readWatch>>[] = []
    const end = async (event: WatchEvent) => {
      all.push(event)
      known.push(await readWatch(hre))
      ending.abort()
    }
    await runWatch(hre, { blocks, clock, signal: ending.signal, onEvent: end })
    const [first = 0, second = 0] = numbers(all)
    expect(second).to.equal(first + 1)
    expect(numbers(all)).to.deep.equal([first, second, second])
    expect(all[2]).to.include({ event: "status", status: "RECEIVED", srcChainSlug: 41001, dstChainSlug: 41002 })
    expect(known[0]?.holder?.name).to.contain(String(process.pid))
    const looks = opened.length
    const { holder, paths, alerts } = await readWatch(hre)
    expect({ holder, alerts }).to.deep.equal({ holder: undefined, alerts: [] })
    expect(paths[0]).to.include({ srcChainSlug: 41001, dstChainSlug: 41002, inFlight: 2 })
    expect(opened.length).to.equal(looks)
  })

  it("waits while another process holds a shared store, says so once, and goes on after it", async function () {
    const server = await openPostgres()
    if (server === undefined) return this.skip()
    await using project = await openProject()
    const store = await server.createDatabase()
    const [one, other] = [new AbortController(), new AbortController()]
    const end = new Error("It ends here.")
    const said: string[] = []
    const events: WatchEvent[] = []
    const options = { store, blocks: 1_000, interval: 5_000 }
    // It asks twice an interval, without a pause between.
    const waiting = (onTrouble: (says: string) => void) =>
      runWatch(project.hre, {
        ...{ ...options, signal: other.signal, clock, onTrouble },
        onEvent: (event) => {
          events.push(event)
          other.abort()
        },
      })
    let second: Promise<void> | undefined
    const first = runWatch(project.hre, {
      ...{ ...options, signal: one.signal, clock },
      onEvent: async () => {
        await new Promise<void>((resolve) => {
          second ??= waiting((says) => {
            said.push(says)
            resolve()
          })
        })
        throw end
      },
    })
    expect(await thrown(first)).to.equal(end)
    await second
    expect(said).to.have.length(1)
    expect(said[0]).to.contain("holds this watch. This process takes over when it ends.")
    expect(events.length).to.be.at.least(1)
  })

  it("refuses options that make no sense", async () => {
    await using project = await openProject()
    for (const [options, argument] of [
      [{ interval: 0 }, "interval"],
      [{ keep: -1 }, "keep"],
      [{ blocks: -5 }, "blocks"],
      [{ plugs: ["Nowhere"] }, "--plug"],
    ] as const) {
      const error = await failure(runWatch(project.hre, { clock, ...options }))
      expect(error.facts["argument"]).to.equal(argument)
    }
  })
})
