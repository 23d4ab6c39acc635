import { readdir } from "node:fs/promises"
import nodePath from "node:path"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import { openPostgres, type PostgresServer } from "../../fixtures/openPostgres.js"
import { mark, message } from "../../fixtures/storeContents.js"
import { createWatchStore } from "#extras/watch/src/store/createWatchStore.js"
import exportMessages from "#extras/watch/tasks/export.js"
import type { watchRows } from "#extras/watch/tasks/index.js"
import watch from "#extras/watch/tasks/watch.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import type { Clock } from "#src/primitives/clock.js"
import { systemClock } from "#src/primitives/clock.js"
import { parseRecordsKey } from "#src/primitives/files/recordsKey.js"
import { takeFileLock } from "#src/primitives/files/takeFileLock.js"
import type { listRows } from "#tasks/messaging/index.js"
import list from "#tasks/messaging/list.js"
import { runTaskOn } from "#test/fixtures/commands/taskOnNodes.js"
import { sendingNode, socketId } from "#test/fixtures/nodes/sendingNode.js"
import { wrongJsonIn } from "#test/fixtures/output/printedJson.js"
import { projectOfNodes } from "#test/fixtures/projects/projectOfNodes.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { dstPlug, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

/** No plug is connected to another one. */
const eth_call = ([call]: readonly unknown[]) => {
  if ((call as { to?: unknown }).to === undefined) throw new Error("not together")
  return `0x${"0".repeat(64 * 5)}`
}
const at = (seconds: number): Clock => ({
  now: () => seconds * 1_000,
  sleep: (ms, signal) => (ms < 5_000 ? Promise.resolve() : systemClock.sleep(ms, signal)),
})
type Document = {
  readonly error?: { readonly code: string }
  readonly chains: readonly object[]
  readonly paths: readonly { readonly late: number; readonly stuck: number; readonly delivered: number }[]
  readonly alerts: readonly { readonly says: string }[]
}
const recordsKey = "07".repeat(32)

describe("what a watch knows, asked beside it", () => {
  let server: PostgresServer | undefined
  before(async () => {
    server = await openPostgres()
  })

  for (const kind of ["a file", "a real Postgres"] as const) {
    it(`is one document of ${kind}, and nothing old or late in it is fine`, async function () {
      if (kind !== "a file" && server === undefined) this.skip()
      await using folder = await temporaryFolder()
      const store = kind === "a file" ? undefined : await server?.createDatabase()
      const nodes = {
        alpha: sendingNode(1, { 20: [202], 30: [203] }, { eth_call }, socketId),
        beta: sendingNode(2, {}, { eth_call }),
      }
      const plugs = { recordsKey: { get: () => Promise.resolve(recordsKey) } }
      const wiring = { application: { contracts: { alpha: srcPlug, beta: dstPlug } } }
      const { hre, opened } = projectOfNodes(nodes, {
        ...{ baseUrl: "http://127.0.0.1:1", root: folder.path },
        plugs: {
          ...plugs,
          wiring,
          watch: {
            fromBlocks: {},
            invariants: {},
            lateAfter: 600,
            store: store && { get: () => Promise.resolve(store) },
          },
        },
      })
      const run = (options: Given<typeof watchRows>, seconds: number) =>
        runTaskOn(watch, { blocks: "1000", interval: "20s", ...(store && { store }), ...options }, hre, {
          clock: at(seconds),
        })
      const empty = await run({ status: true, json: true }, 1_039)
      expect(empty.code).to.equal(1)
      expect(empty.stdout).to.contain("there is no watch in it yet")
      expect(await readdir(folder.path)).to.deep.equal([])
      expect((await run({ once: true }, 1_039)).code).to.equal(0)
      const looks = opened.length
      const exported = await runTaskOn(exportMessages, { since: "0", fromStore: true }, hre, { clock: at(1_039) })
      expect(exported.stderr).to.equal("2 messages, read up to alpha block 39, beta block 39.\n")
      expect(exported.stdout.match(/"outboundBlock":\d+/g)).to.deep.equal(['"outboundBlock":20', '"outboundBlock":30'])
      const since = await runTaskOn(exportMessages, { since: "21@alpha", fromStore: true }, hre)
      expect(since.error?.facts["argument"]).to.equal("--since")
      const listed = async (options: Given<typeof listRows>) => {
        const { stdout } = await runTaskOn(list, { fromStore: true, json: true, ...options }, hre, { clock: at(1_039) })
        expect(wrongJsonIn(stdout, "messaging list")).to.deep.equal([])
        const { messages, ...rest } = JSON.parse(stdout) as { messages: { status: string; sentAt: number }[] }
        return { ...rest, messages: messages.map(({ status, sentAt }) => [status, sentAt]) }
      }
      const both = [30, 20].map((block) => ["RECEIVED", (1_000 + block) * 1_000])
      const searched = [41001, 41002].map((srcChainSlug) => ({ srcChainSlug, fromBlock: null, toBlock: "39" }))
      expect(await listed({})).to.deep.include({ messages: both, searched, problems: [] })
      for (const [filter, wanted] of [
        [{ limit: "1" }, both.slice(0, 1)],
        [{ plug: srcPlug.toLowerCase(), chain: "alpha", state: "RECEIVED" }, both],
        [{ plug: dstPlug }, []],
        [{ chain: "beta" }, []],
        [{ state: "EXECUTION_SUCCESS" }, []],
      ] as const) {
        expect((await listed(filter)).messages, JSON.stringify(filter)).to.deep.equal(wanted)
      }
      const shown = await runTaskOn(list, { fromStore: true, state: "SEALED" }, hre, { clock: at(1_039) })
      expect([shown.code, shown.stdout]).to.deep.equal([0, "The watch knows no such message.\n"])
      expect(shown.stderr).to.equal("Read up to alpha block 39, beta block 39.\n")
      expect(opened.length).to.equal(looks)
      const ask = async (seconds: number) => {
        const { code, stdout } = await run({ status: true, json: true }, seconds)
        expect(wrongJsonIn(stdout, "messaging watch")).to.deep.equal([])
        const { error, ...document } = JSON.parse(stdout) as Document
        return { code, ...document, error: error?.code }
      }
      const fine = await ask(1_099)
      expect(fine).to.include({ code: 0, error: undefined })
      expect(fine.chains).to.deep.equal([
        { chainSlug: 41001, name: "alpha", block: 39, lookedAt: 1_039_000, isOld: false },
        { chainSlug: 41002, name: "beta", block: 39, lookedAt: 1_039_000, isOld: false },
      ])
      expect(fine.paths).to.have.length(1)
      expect(fine.paths[0]).to.include({ srcChainSlug: 41001, inFlight: 2, delivered: 0, late: 0, isOld: false })
      expect(await ask(1_100)).to.include({ code: 1, error: "PARTLY_READ" })
      await run({ once: true }, 9_039)
      const late = await ask(9_040)
      expect(late).to.include({ code: 3, error: "SHOWN_LATE" })
      const [path] = late.paths
      expect([path?.late, path?.stuck]).to.have.members([2, 0])
      const { stdout } = await run({ status: true }, 9_240)
      expect(stdout).to.contain("3 min 21 s ago, old").and.to.contain(late.alerts[0]!.says)
      expect(opened.length).to.equal(looks * 2)
      if (kind !== "a file") return
      const file = nodePath.join(folder.path, ".plugs", "watch", "wiring.sqlite")
      const key = () => Promise.resolve(parseRecordsKey(recordsKey)!)
      {
        await using again = await createWatchStore(file, { key })
        expect(again.putAside).to.equal(undefined)
        const delivered = { ...message(9, 1), src: 41_001, dst: 41_002 }
        await again.record(41_001, { messages: [delivered], marks: [], position: undefined }, 1)
        const marks = [mark("executed", delivered.id, 2)]
        await again.record(41_002, { messages: [], marks, position: undefined }, 1)
      }
      for (const [keep, left] of [
        ["3d", 1],
        ["1d", 0],
      ] as const) {
        await run({ once: true, keep }, 200_000)
        expect((await ask(200_000)).paths[0]?.delivered, keep).to.equal(left)
      }
      const url = await server?.createDatabase()
      if (url === undefined) return
      const before = await ask(200_000)
      {
        const lock = await takeFileLock(nodePath.dirname(file), "wiring")
        if (!("release" in lock)) throw new Error("It is held.")
        const { error } = await run({ import: file, store: url, json: true }, 200_000)
        expect(error?.message).to.match(/--import.* still watches with this file/)
        await lock.release()
      }
      const imported = await run({ import: file, store: url, json: true }, 200_000)
      expect(wrongJsonIn(imported.stdout, "messaging watch")).to.deep.equal([])
      expect(JSON.parse(imported.stdout))
        .to.deep.include({ schemaVersion: 1 })
        .and.nested.include({
          ...{ "imported.chains": 2, "imported.messages": 2 },
        })
      const { stdout: after } = await run({ status: true, json: true, store: url }, 200_000)
      expect(JSON.parse(after)).to.deep.include({ chains: before.chains, paths: before.paths, alerts: before.alerts })
      expect((await run({ import: file, store: url }, 200_000)).error?.facts["argument"]).to.equal("--import")
      expect(await ask(200_000)).to.deep.equal(before)
    })
  }
})
