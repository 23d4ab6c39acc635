import { expect } from "chai"
import { describe, it } from "mocha"
import { parseEther, parseGwei } from "viem"

import { isPlugsError } from "#src/primitives/PlugsError.js"
import { prepareCall } from "#tasks/messaging/send/prepareCall.js"
import { account } from "#test/fixtures/nodes/fakeChain.js"
import { createPerson } from "#test/fixtures/output/person.js"
import { dstPlug, srcPlug } from "#test/fixtures/wire/outboundLogs.js"
import { counterAbi } from "#test/fixtures/worlds/messaging/fakePlug.js"
import { createFakeSending } from "#test/fixtures/worlds/messaging/fakeSending.js"

const abi = counterAbi.filter((item) => item.type === "function" && item.name === "add") as never
const call = {
  ...{ plug: srcPlug, account: undefined, abi, functionName: "add", args: [41_002, 5n], value: 0n, budget: undefined },
  ...{ confirmations: 1, marginPercent: 10, evenWithoutMessage: false, maxFee: 2_000n },
}
const noArgs = { safe: undefined as string | undefined, preflight: false, yes: false, anyway: false, json: false }
const gas = { gas: 100_000n, cost: parseEther("0.25"), price: { maxFeePerGas: parseGwei("2500") } } as never

type Given = {
  readonly isConnected?: boolean
  readonly isLocal?: boolean
  readonly args?: Partial<typeof noArgs>
  readonly answers?: readonly string[]
  readonly signal?: AbortSignal
}

/** Prepares a call, shows its gas, and says what was asked and how it ended. */
async function prepare({ isConnected = true, isLocal = false, args = {}, answers, signal }: Given = {}) {
  const { hre, own, chain } = createFakeSending({ isConnected, isLocal })
  const { io, asked } = createPerson(answers, signal === undefined ? {} : { signal })
  let isPrepared = false
  const work = async () => {
    const { prepared, onGas } = await prepareCall(hre, { own, chain, call, account, args: { ...noArgs, ...args } }, io)
    isPrepared = true
    expect([prepared.fee, prepared.call.value]).to.deep.equal([1_000n, 1_100n])
    await onGas(gas)
    return "agreed"
  }
  const ended = await work().catch((error: unknown) => (isPlugsError(error) ? error.code : error))
  return { ended, isPrepared, asked, said: io.terminal.stderr() }
}

describe("prepareCall", () => {
  const agreed = { ended: "agreed", isPrepared: true, asked: [] }
  const refused = { ended: "WILL_NOT_ARRIVE", isPrepared: false, asked: [] }
  const outcome = async (given: Given) => {
    const { ended, isPrepared, asked } = await prepare(given)
    return { ended, isPrepared, asked }
  }

  it("asks where money is real, once it has shown what that costs, and takes --yes for an answer", async () => {
    const { said, ...shown } = await prepare({ answers: ["y"] })
    expect(shown).to.deep.equal({ ...agreed, asked: ["Send it?"] })
    expect(said).to.match(/^To be sent on alpha: a call of add\.$/m)
    for (const part of [srcPlug, dstPlug, account, "0.25"]) expect(said).to.contain(part)
    expect(await outcome({ answers: ["n"] })).to.deep.equal({ ended: "ABORTED", isPrepared: true, asked: ["Send it?"] })
    for (const answers of [undefined, []]) {
      expect(await outcome({ args: { yes: true }, ...(answers && { answers }) })).to.deep.equal(agreed)
    }
  })

  it("asks nothing on a local network, and shows only the gas there", async () => {
    const { said, ...rest } = await prepare({ isLocal: true, answers: [] })
    expect([rest, said]).to.deep.equal([agreed, "gas: at most 0.25 ETH\n"])
    expect(await outcome({ isLocal: true })).to.deep.equal(agreed)
  })

  it("asks a person about what would not arrive, and refuses it where nobody can answer", async () => {
    const all = "Send it all the same?"
    for (const isLocal of [true, false]) {
      const given = { isLocal, isConnected: false }
      expect(await outcome({ ...given, answers: ["y"] }), String(isLocal)).to.deep.equal({ ...agreed, asked: [all] })
      expect(await outcome({ ...given, answers: ["n"] })).to.deep.equal({
        ended: "ABORTED",
        isPrepared: true,
        asked: [all],
      })
      // Nobody is there, nobody reads what is asked, or a Safe sends it later.
      for (const [args, answers] of [
        [{}, undefined],
        [{ json: true }, ["y"]],
        [{ safe: "safe.json" }, ["y"]],
      ] as const) {
        expect(await outcome({ ...given, args, ...(answers && { answers }) })).to.deep.equal(refused)
      }
    }
    // A yes to a price is none to a message that would not arrive; on a local network there is no price.
    expect(await outcome({ isConnected: false, args: { yes: true }, answers: ["y"] })).to.deep.equal(refused)
    expect(await outcome({ isConnected: false, isLocal: true, args: { yes: true }, answers: [] })).to.deep.equal(agreed)
  })

  it("goes on with --anyway, with the question that every send has", async () => {
    const given = { isConnected: false, args: { anyway: true } }
    expect(await outcome({ ...given, answers: ["y"] })).to.deep.equal({ ...agreed, asked: ["Send it?"] })
    expect(await outcome({ ...given, isLocal: true, answers: [] })).to.deep.equal(agreed)
    expect(await outcome({ ...given, isLocal: true })).to.deep.equal(agreed)
    expect(await outcome({ ...given, args: { anyway: true, yes: true } })).to.deep.equal(agreed)
  })

  it("looks at everything on a local network with --preflight", async () => {
    const preflight = { isLocal: true, args: { preflight: true } }
    expect((await prepare(preflight)).said).to.match(/^warning: the message to beta may not arrive/)
    expect((await prepare({ isLocal: true })).said).to.not.contain("warning")
  })

  it("hears Ctrl-C", async () => {
    const stopped = { ended: "ABORTED", isPrepared: false, asked: [] }
    expect(await outcome({ signal: AbortSignal.abort(), args: { yes: true } })).to.deep.equal(stopped)
  })
})
