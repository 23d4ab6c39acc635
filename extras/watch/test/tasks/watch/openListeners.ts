import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import type { WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { openListeners, tellListeners } from "#extras/watch/tasks/watch/openWatch.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"

const kinds = ["late", "failed", "altered"] as const
type Watched = Partial<Record<"webhook" | "command" | "alarmCommand", unknown>>

/** An alert of each kind, what is no alert, and the end of one, of which each reader has its own mark. */
function storeOf() {
  const fields = [
    ...kinds.map((kind) => ({ event: "alert", kind })),
    ...[
      { event: "message", status: "SEALED" },
      { event: "over", kind: "doubled" },
    ],
  ]
  const read = new Map<string, number>()
  const store = {
    unread: (reader: string, { limit }: { limit: number }) =>
      fields
        .map((each, index) => ({ sequence: index + 1, fields: each }))
        .filter(({ sequence }) => sequence > (read.get(reader) ?? 0))
        .slice(0, limit),
    markRead: (reader: string, sequence: number) => void read.set(reader, sequence),
  } as unknown as WatchStore
  return { store, read }
}

describe("openListeners", () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plugs-listeners-"))
  })
  after(() => rm(folder, { recursive: true }))

  /** Writes each kind that it is told of to a file of its own, and ends with this code. */
  const writing = (name: string, code = 0) => {
    const file = path.join(folder, name)
    const script = `require("node:fs").appendFileSync(${JSON.stringify(file)}, JSON.parse(process.env.PLUGS_EVENT).kind + " "); process.exit(${code})`
    return {
      command: [process.execPath, "-e", script],
      told: async () => (await readFile(file, "utf8")).trim().split(" "),
    }
  }
  const open = async (watch: Watched) => {
    const { store, read } = storeOf()
    const clock = createManualClock()
    const listeners = await openListeners({ plugs: { watch } } as never, clock)
    const tell = await tellListeners(listeners, { store, clock })
    const failures = await tell(new AbortController().signal, () => undefined)
    return { codes: failures.map(({ code }) => code), read: Object.fromEntries(read) }
  }

  it("tells the command of every alert, and the one for alarms only of what is wrong and not of a message that failed", async () => {
    const [command, alarm] = [writing("all"), writing("alarm")]
    expect(await open({ command: command.command, alarmCommand: alarm.command })).to.deep.equal({
      ...{ codes: [], read: { command: 5, alarm: 5 } },
    })
    expect(await command.told()).to.deep.equal([...kinds, "doubled"])
    expect(await alarm.told()).to.deep.equal(["altered"])
  })

  it("posts to the webhook with its secret, and says of each that was not told why, beside those that were", async () => {
    const posts: unknown[] = []
    const told = ["1", "2", "3", "5"]
    await using server = await listenLocally((request, response) => {
      posts.push([request.headers["x-plugs-sequence"], "x-plugs-signature" in request.headers])
      request.resume()
      // What it refuses is not posted again.
      response.writeHead(posts.length === 2 ? 400 : 200)
      response.end()
    })
    const value = (text: string) => ({ get: () => Promise.resolve(text) })
    const webhook = { url: value(server.url), secret: value("s3cret") }
    const failing = writing("failing", 3)
    const { codes, read } = await open({ webhook, alarmCommand: failing.command })
    expect(codes).to.have.members(["WEBHOOK_FAILED", "ALERT_COMMAND_FAILED"])
    expect(read).to.deep.equal({ webhook: 5, alarm: 5 })
    expect(posts).to.deep.equal(told.map((sequence) => [sequence, true]))
    expect(await failing.told()).to.deep.equal(["altered"])
    posts.length = 0
    await open({ webhook: { url: value(server.url), secret: undefined } })
    expect(posts).to.deep.equal(told.map((sequence) => [sequence, false]))
  })

  it("tells nobody where nothing is configured", async () => {
    expect(await open({})).to.deep.equal({ codes: [], read: {} })
  })
})
