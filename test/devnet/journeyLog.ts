import { expect } from "chai"
import { describe, it } from "mocha"

import { createJourneyLog, type NotedFault } from "#src/devnet/journeyLog.js"
import type { Stage } from "#src/devnet/stages.js"

type Call = { readonly method: string; readonly params?: readonly unknown[] }

/** A log of a devnet on which a test says what happens. */
function openLog(maxSize?: number, gateway?: object) {
  const held: Stage[] = []
  const faults: NotedFault[] = []
  let change: (call: Call, answer: Promise<unknown>) => void = () => undefined
  let move: (record: object) => void = () => undefined
  let attempt: typeof move = () => undefined
  const log = createJourneyLog({
    devnet: {
      chains: { alpha: { name: "alpha", slug: 1, onChange: (listener: typeof change) => void (change = listener) } },
      onMessage: (listener: typeof move) => void (move = listener),
    } as unknown as Parameters<typeof createJourneyLog>[0]["devnet"],
    messaging: { ledger: { onAttempt: (listener: never) => (attempt = listener) } },
    ...(gateway === undefined ? {} : { gateway: gateway as Parameters<typeof createJourneyLog>[0]["gateway"] }),
    held: () => [...held],
    faults: () => faults,
    now: () => 7,
    ...(maxSize === undefined ? {} : { maxSize }),
  })
  const ask = async (method: string, answer: Promise<unknown> = Promise.resolve("0x1"), params?: unknown[]) => {
    change({ method, ...(params === undefined ? {} : { params }) }, answer)
    await answer.catch(() => undefined)
  }
  const message = (status: string, note?: object, isAttempt = false) => {
    const record = { outbound: { messageId: "0x0a", srcChainSlug: 1, dstChainSlug: 2 }, status, note }
    if (isAttempt) attempt(record)
    else move(record)
  }
  const kinds = () => log.entries()?.map(({ kind }) => kind)
  return { log, held, faults, ask, message, kinds }
}

describe("the log of a devnet's journeys", () => {
  it("has requests that a test can make again with their ends, and messages with their reverts, in order", async () => {
    const { log, ask, message } = openLog()
    await ask("eth_sendTransaction", Promise.resolve("0xaa"), [{ to: "0x01" }])
    await ask("eth_call")
    await ask("evm_setNextBlockTimestamp")
    message("RECEIVED")
    await ask("hardhat_setBalance", Promise.reject(new Error("no")))
    message("INBOUND_REVERTING", { revertData: "0xbad0" })
    const request = { kind: "request", chain: "alpha" }
    expect(log.entries()).to.deep.equal([
      { ...request, at: 7, method: "eth_sendTransaction", params: [{ to: "0x01" }], answer: "0xaa", hasFailed: false },
      { kind: "message", at: 7, id: "0x0a", from: "alpha", to: "2", status: "RECEIVED", revertData: undefined },
      { ...request, at: 7, method: "hardhat_setBalance", params: [], answer: undefined, hasFailed: true },
      { kind: "message", at: 7, id: "0x0a", from: "alpha", to: "2", status: "INBOUND_REVERTING", revertData: "0xbad0" },
    ])
  })

  it("notes which stages are held before what happens meanwhile, and faults with their ends", () => {
    const { log, held, faults, message } = openLog()
    held.push("attest", "verify")
    message("PROPOSED")
    held.pop()
    faults.push({ id: 1, line: "await world.faults.down()" })
    log.look()
    held.pop()
    faults.pop()
    log.look()
    log.look()
    expect(log.entries()).to.deep.equal([
      { at: 7, kind: "hold", stages: ["attest", "verify"] },
      { at: 7, kind: "message", id: "0x0a", from: "alpha", to: "2", status: "PROPOSED", revertData: undefined },
      { at: 7, kind: "release", stages: ["verify"] },
      { at: 7, kind: "fault", id: 1, line: "await world.faults.down()" },
      { at: 7, kind: "release", stages: ["attest"] },
      { at: 7, kind: "fault over", id: 1 },
    ])
  })

  it("notes every attempt at a message, those that change no state too", () => {
    const { log, message } = openLog()
    message("INBOUND_REVERTING", { revertData: "0xbad0" })
    message("INBOUND_REVERTING", { revertData: "0xbad1" }, true)
    const reverts = log.entries()!.map((entry) => entry.kind === "message" && entry.revertData)
    expect(reverts).to.deep.equal(["0xbad0", "0xbad1"])
  })

  it("forgets a fault that did not begin, and notes the end of one that did", () => {
    const { log, faults, message } = openLog()
    const [failed, begun] = [1, 2].map((id) => ({ id, line: "await world.faults.down()", isBeginning: true }))
    faults.push(failed!, begun!)
    message("SEALED")
    faults.splice(0, 2, { ...begun!, isBeginning: false })
    log.look()
    faults.pop()
    log.look()
    const entries = log.entries()!.map((entry) => ("id" in entry ? [entry.kind, entry.id] : []))
    expect(entries).to.deep.equal([
      ["fault", 2],
      ["message", "0x0a"],
      ["fault over", 2],
    ])
  })

  it("notes one stage, and one fault, as it does several, and each once", () => {
    const { log, held, faults, message } = openLog()
    const fault = { id: 4, line: 'await world.faults.down("watcher")' }
    held.push("seal")
    faults.push(fault)
    for (let look = 0; look < 2; look += 1) log.look()
    held.splice(0, 1, "propose")
    message("SEALED")
    held.length = 0
    faults.splice(0, 1, { ...fault, id: 5 })
    for (let look = 0; look < 2; look += 1) log.look()
    expect(log.entries()).to.deep.equal([
      { at: 7, kind: "hold", stages: ["seal"] },
      { at: 7, kind: "fault", ...fault },
      { at: 7, kind: "release", stages: ["seal"] },
      { at: 7, kind: "hold", stages: ["propose"] },
      { at: 7, kind: "message", id: "0x0a", from: "alpha", to: "2", status: "SEALED", revertData: undefined },
      { at: 7, kind: "release", stages: ["propose"] },
      { at: 7, kind: "fault over", id: 4 },
      { at: 7, kind: "fault", ...fault, id: 5 },
    ])
  })

  it("goes back with the chains, and is whole no more where one was set back alone or too much has happened", async () => {
    const { log, message, kinds, ask } = openLog()
    message("RECEIVED")
    const goBack = log.remember()
    message("SEALED")
    await goBack()
    expect(kinds()).to.deep.equal(["message"])
    const back = log.remember()
    await ask("evm_revert")
    expect(kinds()).to.equal(undefined)
    await back()
    expect(kinds(), "as whole as it was").to.deep.equal(["message"])

    for (const [maxSize, isWhole] of [
      [299, false],
      [300, true],
    ] as const) {
      const small = openLog(maxSize)
      for (const status of ["RECEIVED", "SEALED", "PROPOSED"]) small.message(status)
      expect(small.kinds()?.length).to.equal(isWhole ? 3 : undefined)
      small.message("ATTESTED")
      expect(small.kinds()).to.equal(undefined)
    }
    // ["0x12"] is eight characters.
    for (const [maxSize, isWhole] of [
      [107, false],
      [108, true],
    ] as const) {
      const small = openLog(maxSize)
      await small.ask("hardhat_setNonce", undefined, ["0x12"])
      expect(small.kinds()?.length).to.equal(isWhole ? 1 : undefined)
    }
  })

  it("has what the gateway's actors did, each attempt that reverts, and deposits once they are credited", async () => {
    const failed = (attempts: number, revertData?: string) => ({
      ...{ attempts, revertData, outcome: revertData === undefined ? "NO" : "SIMULATION_FAILED" },
      retryAt: attempts < 30 ? 5 : undefined,
    })
    const payload = {
      payloadId: "0x0b",
      requestCount: 3,
      chainSlug: 1,
      status: "FINALIZED",
      executionAttempt: failed(0),
    }
    let payloadTold: (payload: object) => void = () => undefined
    let jobTold: (job: object) => void = () => undefined
    let changed = (): void => undefined
    let credited: (deposit: object) => void = () => undefined
    let attempts = failed(1, "0xbad0")
    const ledger = {
      subscribe: (listener: typeof payloadTold) => void (payloadTold = listener),
      onJob: (listener: typeof jobTold) => void (jobTold = listener),
      onChange: (listener: typeof changed) => void (changed = listener),
      payload: (id: string) => (id === "0x0b" ? { ...payload, executionAttempt: attempts } : undefined),
      onCredited: (listener: typeof credited) => void (credited = listener),
      jobs: { attemptOf: () => failed(1, "0xbad1") },
    }
    const { log } = openLog(undefined, { chain: { name: "gateway", slug: 9, onChange: () => undefined }, ledger })
    payloadTold(payload)
    payloadTold({ ...payload, executionAttempt: attempts })
    const goBack = log.remember()
    for (let again = 0; again < 2; again += 1) {
      attempts = failed(2, "0xbad0")
      changed()
      changed()
      credited({ depositId: "0x0d", chainSlug: 1 })
      const told = log
        .entries()
        ?.map((entry) => ("id" in entry && "status" in entry ? [entry.id, entry.status, entry.revertData] : []))
      expect(told).to.deep.equal([
        ["0x0b", "FINALIZED", undefined],
        ["0x0b", "FINALIZED", "0xbad0"],
        ["0x0b", "FINALIZED", "0xbad0"],
        ["0x0d", "CREDITED", undefined],
      ])
      await goBack()
    }
    attempts = failed(30, "0xbad0")
    changed()
    payloadTold(payload)
    expect(log.entries()?.at(-1)).to.include({ id: "0x0b", revertData: undefined, isRetried: true })
    jobTold({ kind: "timeout", timeout: { timeoutId: "0x0c", status: "RESOLVED", attempt: failed(0) } })
    jobTold({
      kind: "trigger",
      trigger: { triggerId: "0x0e", chainSlug: 1, status: "Reverting", attempt: failed(1, "0xbad1") },
    })
    const jobs = log.entries()?.slice(-2)
    expect(jobs).to.deep.equal([
      { kind: "timeout", at: 7, id: "0x0c", chain: "gateway", status: "RESOLVED", revertData: undefined },
      { kind: "trigger", at: 7, id: "0x0e", chain: "alpha", status: "Reverting", revertData: "0xbad1" },
    ])
  })
})
