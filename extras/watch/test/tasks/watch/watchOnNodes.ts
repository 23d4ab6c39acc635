import { readdir, rm } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, concat, type Hex, pad, toFunctionSelector } from "viem"

import { createWatchStore } from "#extras/watch/src/store/createWatchStore.js"
import { watchRows } from "#extras/watch/tasks/index.js"
import watch from "#extras/watch/tasks/watch.js"
import { openWatch } from "#extras/watch/tasks/watch/openWatch.js"
import { readWatchSettings } from "#extras/watch/tasks/watch/readWatchSettings.js"
import { readRows } from "#src/plugin/arguments/readRows.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import type { Clock } from "#src/primitives/clock.js"
import { systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { runTaskOn } from "#test/fixtures/commands/taskOnNodes.js"
import { failure } from "#test/fixtures/failure.js"
import { sendingNode, socketId } from "#test/fixtures/nodes/sendingNode.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { type AnswerOfNode, projectOfNodes, tired } from "#test/fixtures/projects/projectOfNodes.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { at as addressAt } from "#test/fixtures/wire/addresses.js"
import { dstPlug, srcPlug } from "#test/fixtures/wire/outboundLogs.js"
import { otherKey } from "#test/fixtures/wire/recordFiles.js"

const given: Given<typeof watchRows> = {
  ...{ plug: `${srcPlug}@alpha`, blocks: "1000", interval: "20s", once: true, json: true },
}
/** No plug is connected to another one. */
const eth_call = ([call]: readonly unknown[]) => {
  if ((call as { to?: Address }).to === undefined) throw new Error("not together")
  return `0x${"0".repeat(64 * 5)}`
}
/** The watched plug is connected to the one of beta. */
const connected = ([call]: readonly unknown[]) => {
  const { to, data } = call as { readonly to?: Address; readonly data: Hex }
  if (to === undefined || !data.startsWith(toFunctionSelector("getPlugConfig(address,uint32)"))) {
    throw Object.assign(new Error("execution reverted"), { code: 3, data: "0x" })
  }
  return concat([pad(dstPlug), ...Array.from({ length: 4 }, () => pad(addressAt(7)))])
}
const alpha = sendingNode(1, { 20: [202], 30: [203] }, { eth_call }, socketId)
const beta = sendingNode(2, {}, { eth_call })
type Nodes = Readonly<Record<string, AnswerOfNode>>
const project = (root: string, nodes: Nodes, own: object = {}) => {
  const plugs = { watch: { fromBlocks: {}, invariants: {}, ...own } }
  return projectOfNodes(nodes, { baseUrl: "http://127.0.0.1:1", plugs, root })
}
/** A clock that stands still, and does not wait before a question is asked again. */
const at = (seconds: number): Clock => ({
  now: () => seconds * 1_000,
  sleep: (ms, signal) => (ms < 5_000 ? Promise.resolve() : systemClock.sleep(ms, signal)),
})
const eventsIn = (stdout: string) =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe("openWatch", () => {
  const open = (
    root: string,
    plug: string | undefined,
    seconds = 1_039,
    own: object = {},
    nodes: Nodes = { alpha, beta },
  ) => {
    const { hre, opened, closed } = project(root, nodes, own)
    const io = { clock: at(seconds), signal: new AbortController().signal, terminal: recordTerminal() }
    const settings = readWatchSettings(readRows(watchRows, { ...given, plug }))
    const opening = openWatch(hre, settings, io as never).catch((error: unknown) => {
      expect(closed.toSorted()).to.deep.equal(opened.toSorted())
      throw error
    })
    return { opening, opened, closed }
  }
  const files = async (root: string) =>
    (await readdir(path.join(root, ".plugs", "watch"))).filter((name) => name.endsWith(".sqlite"))

  it("keeps what each set of plugs has told apart, in whichever order they are named, and one for the wiring", async () => {
    await using folder = await temporaryFolder()
    const look = async (plug: string | undefined) => {
      const wiring = { application: { contracts: { alpha: srcPlug, beta: dstPlug } } }
      const { hre } = projectOfNodes(
        { alpha, beta },
        {
          baseUrl: "http://127.0.0.1:1",
          root: folder.path,
          plugs: { wiring },
        },
      )
      const ended = await runTaskOn(watch, { ...given, plug }, hre, { clock: at(1_039) })
      expect(ended.code, ended.stderr).to.equal(0)
      return await files(folder.path)
    }
    const [first] = await look(`${srcPlug}@alpha,${dstPlug}@beta`)
    expect(first).to.match(/^[0-9a-f]{16}\.sqlite$/)
    expect(await look(`${dstPlug}@beta,${srcPlug}@alpha`)).to.deep.equal([first])
    expect(await look(`${srcPlug}@alpha`)).to.have.length(2)
    expect(await look(undefined))
      .to.have.length(3)
      .and.to.include("wiring.sqlite")
  })

  it("says once that a database was not the user's, and has read the chains again from the start", async () => {
    await using folder = await temporaryFolder()
    const look = async () => {
      const { hre } = project(folder.path, { alpha, beta })
      const { code, stderr, stdout } = await runTaskOn(watch, given, hre, { clock: at(1_039) })
      expect(code, stderr).to.equal(0)
      return { isSaid: stderr.includes("was not what you wrote there"), told: stdout.replace(/\d+ s ago/g, "") }
    }
    const first = await look()
    expect(first.isSaid).to.equal(false)
    const [name] = await files(folder.path)
    const file = path.join(folder.path, ".plugs", "watch", name!)
    await rm(file)
    await (await createWatchStore(file, { key: otherKey }))[Symbol.asyncDispose]()
    expect(await look()).to.deep.equal({ isSaid: true, told: first.told })
    expect((await look()).isSaid).to.equal(false)
    const names = await readdir(path.dirname(file))
    expect(names.filter((each) => each.endsWith(".aside"))).to.have.length(1)
  })

  it("is one process's at a time, and closes all that it has opened", async () => {
    await using folder = await temporaryFolder()
    const plug = `${srcPlug}@alpha`
    const first = open(folder.path, plug)
    {
      await using opened = await first.opening
      expect([opened.wanted.map(({ name }) => name), first.opened]).to.deep.equal([["alpha"], []])
      await (await opened.begin()).round()
      expect([first.opened, first.closed]).to.deep.equal([["alpha"], []])
      const error = await failure(open(folder.path, plug).opening)
      expect([error.code, Object.keys(error.facts)]).to.deep.equal(["WATCH_RUNNING", ["watched by", "lock"]])
      await using other = await open(folder.path, `${dstPlug}@beta`).opening
      expect(other.wanted.map(({ name }) => name)).to.deep.equal(["beta"])
    }
    expect(first.closed).to.deep.equal(["alpha"])
    await using again = await open(folder.path, plug).opening
    expect(again.wanted.map(({ name }) => name)).to.deep.equal(["alpha"])
  })

  it("calls a message late after what the configuration says, or what nearly every one takes there", async () => {
    const late = async (seconds: number, own: object = {}) => {
      await using folder = await temporaryFolder()
      const nodes = { alpha: sendingNode(1, { 20: [202], 30: [203] }, { eth_call: connected }, socketId), beta }
      await using opened = await open(folder.path, `${srcPlug}@alpha`, seconds, own, nodes).opening
      await (await opened.begin()).round()
      expect(opened.wanted.map(({ name }) => name)).to.deep.equal(["alpha", "beta"])
      return [...(await opened.store.alerts()).values()].map(
        ({ kind, messageId }) => `${kind} ${Number(BigInt.asUintN(64, BigInt(messageId as Hex)))}`,
      )
    }
    // They were sent in the seconds 1,020 and 1,030.
    expect(await late(1_020 + 600)).to.deep.equal([])
    expect(await late(1_020 + 601)).to.deep.equal(["late 2"])
    expect(await late(1_020 + 15, { lateAfter: 15 })).to.deep.equal([])
    expect(await late(1_020 + 16, { lateAfter: 15 })).to.deep.equal(["late 2"])
    expect(await late(1_030 + 16, { lateAfter: 15 })).to.deep.equal(["late 2", "late 3"])
  })
})

describe("messaging watch, on nodes without a server", () => {
  it("tells each change, and ends after a single look", async () => {
    await using folder = await temporaryFolder()
    const { hre, opened, closed } = project(folder.path, { alpha, beta })
    const { code, stdout } = await runTaskOn(watch, given, hre, { clock: at(1_039) })
    const told = eventsIn(stdout).map(({ event, messageId, inFlight }) => [event, messageId ?? inFlight])
    expect([code, told]).to.deep.equal([
      ...[
        0,
        [
          ["status", socketId(1, 2)],
          ["status", socketId(1, 3)],
          ["end", 2],
        ],
      ],
    ])
    expect(closed).to.deep.equal(opened)
    const table = await runTaskOn(watch, { ...given, json: false }, hre, { clock: at(1_039) })
    expect(table.stdout).to.match(/2 in flight, 0 delivered, 0 alerts; alpha block 39\n$/)
  })

  it("ends a single look with exit code 1 and all chains where none answers, and at once where a socket is another's", async () => {
    await using folder = await temporaryFolder()
    const away = sendingNode(1, {}, { eth_call, eth_chainId: tired })
    const silent = await runTaskOn(watch, given, project(folder.path, { alpha: away, beta }).hre, { clock: at(1_039) })
    const says = eventsIn(silent.stdout).flatMap(({ event, says: text }) => (event === "trouble" ? [String(text)] : []))
    expect([silent.code, says.length, says[0]?.slice(0, 21)]).to.deep.equal([1, 2, "No chain has answered"])
    expect(says[1]).to.contain("alpha could not be read: No node answers")
    const wrong = sendingNode(1, {}, { eth_call: () => "0x", eth_getCode: () => "0x" })
    const ended = await runTaskOn(watch, { ...given, once: false }, project(folder.path, { alpha: wrong, beta }).hre)
    expect([ended.code, ended.error?.code]).to.deep.equal([1, "WRONG_CONTRACT"])
  })

  it("ends a single look with what could not be read", async () => {
    await using folder = await temporaryFolder()
    const silent = sendingNode(1, {}, { eth_call, eth_getLogs: tired })
    const { hre } = project(folder.path, { alpha: silent, beta })
    const { code, stdout } = await runTaskOn(watch, given, hre, { clock: at(1_039) })
    const events = eventsIn(stdout)
    expect([code, events.map(({ event }) => event)]).to.deep.equal([1, ["alert", "trouble", "end"]])
    expect(events[0]).to.include({ kind: "unverified" })
    expect(events.at(-1)).to.have.nested.property("error.code", "PARTLY_READ")
  })

  /** Watches until the looks have been made, each with the answer of the node in its turn, or until something goes wrong between two of them. */
  async function follow(looks: readonly AnswerOfNode[], wrong?: Error) {
    await using folder = await temporaryFolder()
    const stop = new AbortController()
    const waits: number[] = []
    let questions = 0
    const clock: Clock = {
      now: () => 1_039_000 + waits.length,
      sleep: (ms, signal) => {
        if (ms <= 20_000) return systemClock.sleep(ms, signal)
        waits.push(ms)
        if (waits.length === looks.length && wrong !== undefined) return Promise.reject(wrong)
        if (waits.length === looks.length) stop.abort()
        signal?.throwIfAborted()
        return Promise.resolve()
      },
    }
    const node: AnswerOfNode = (question) => {
      // A watch that does not wait ends, too.
      if ((questions += 1) > 500) stop.abort()
      return looks[Math.min(waits.length, looks.length - 1)]!(question)
    }
    const { hre, opened, closed } = project(folder.path, { alpha: node, beta })
    const ended = await runTaskOn(watch, { ...given, once: false }, hre, { clock, signal: stop.signal }).catch(
      (error: unknown) => error,
    )
    expect(closed).to.deep.equal(opened)
    return { ended, waits }
  }

  it("looks again after each wait until it is interrupted, which is how it ends well, and tells what fails meanwhile", async () => {
    const before = sendingNode(1, { 20: [202] }, { eth_call }, socketId)
    const silent = sendingNode(
      1,
      { 20: [202] },
      { eth_call, eth_getLogs: tired, eth_getBlockByNumber: tired },
      socketId,
    )
    const { ended, waits } = await follow([before, silent, alpha])
    const { code, stdout } = ended as { code: number; stdout: string }
    const told = eventsIn(stdout).map(({ event, messageId }) =>
      messageId === undefined ? event : Number(BigInt.asUintN(64, BigInt(messageId as Hex))),
    )
    expect([code, waits.length, told]).to.deep.equal([0, 3, [2, "trouble", 3, "end"]])
    expect(eventsIn(stdout).at(-1)).to.deep.include({ outcome: "success", inFlight: 2, delivered: 0, alerts: 0 })
    expect(waits.every((ms) => ms <= 24_000)).to.equal(true)
  })

  it("does not end well where anything else goes wrong", async () => {
    const bug = new TypeError("a bug")
    expect((await follow([alpha], bug)).ended).to.equal(bug)
    const wrong = new InvalidInputError({ argument: "x", problem: "it is odd", fix: "Mend it." })
    expect((await follow([alpha], wrong)).ended).to.deep.include({ code: 1 })
    await using folder = await temporaryFolder()
    const stopped = new AbortController()
    const node: AnswerOfNode = (question) => {
      if (question.method === "eth_getLogs") stopped.abort()
      return alpha(question)
    }
    const { hre } = project(folder.path, { alpha: node, beta })
    const ended = await runTaskOn(watch, given, hre, { clock: at(1_039), signal: stopped.signal })
    expect(ended.code).to.equal(130)
  })
})
