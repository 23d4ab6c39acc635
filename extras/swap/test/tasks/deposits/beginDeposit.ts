import { PassThrough } from "node:stream"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { before, describe, it } from "mocha"

import type { DepositRecord } from "#extras/swap/src/execution/journal/depositRecords.js"
import { beginDeposit } from "#extras/swap/tasks/deposits/executeDeposit.js"
import type { DepositRun } from "#extras/swap/tasks/deposits/openDepositRun.js"
import { offeringApi, receiver, swapRequest } from "#extras/swap/test/fixtures/offeringApi.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { JournalUnusableError } from "#src/primitives/files/fileErrors.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { depositOnWire, depositRecord, outputOnWire, refundAddress } from "#test/fixtures/wire/depositRecords.js"
import { amountOnWire, dai, quoteId } from "#test/fixtures/wire/swapRoutes.js"

/** The route of a deposit that is paid with 2.5 DAI, and expires after the API's now. */
const { route } = depositRecord({
  ...{ expiresAt: 1_800_000_000, deposit: { ...depositOnWire, amount: "2500000" } },
  output: { ...outputOnWire, valueInUsd: 90 },
})

type Played = {
  /** Dollars of the input. */
  readonly worth?: number
  /** What the answer to a question is; `undefined` if there is no terminal. */
  readonly answer?: string
  readonly acceptLoss?: number
  readonly minOut?: string
  readonly yes?: boolean
  /** What the API calls the quote. */
  readonly quote?: string
  /** Which record cannot be written. */
  readonly unwritten?: "deposit" | "command"
  /** What the node of the origin chain answers in place of a fine answer. */
  readonly node?: Readonly<Record<string, () => unknown>>
}

describe("beginDeposit", () => {
  let hre: HardhatRuntimeEnvironment
  before(async () => {
    hre = await createHardhatRuntimeEnvironment(
      projectConfig({ PLUGS_TEST_PORT: "1", PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ARTIFACTS: "none" }),
    )
  })

  /** Begins a deposit of 100 dollars for 90, and returns what was asked, what was recorded, and what came of it. */
  async function begin(played: Played = {}) {
    const { worth = 100, answer, acceptLoss, minOut, yes = false, node = {}, quote = quoteId, unwritten } = played
    const input = amountOnWire({ amount: "2500000", valueInUsd: worth })
    const { client } = offeringApi(undefined, { routes: [{ ...route, quoteId: quote }], input })
    const { client: origin } = fakeNode({ eth_getCode: () => "0x", eth_blockNumber: () => "0x9", ...node })
    const written: DepositRecord[] = []
    const commands: string[] = []
    const write = async (what: Played["unwritten"], keep: () => unknown): Promise<void> => {
      await Promise.resolve()
      if (what === unwritten) throw new JournalUnusableError({ folder: "/", file: what, reason: "full", advice: "" })
      keep()
    }
    const records = {
      deposits: { write: (record: DepositRecord) => write("deposit", () => written.push(record)) },
      commands: { write: (key: string, id: string) => write("command", () => commands.push(`${key}: ${id}`)) },
    }
    const of = { ...swapRequest, refundAddress, receiver }
    const terms = { swapRequest: of, userAddress: undefined, readers: { origin: undefined, destination: undefined } }
    const run = { client, origin, records, key: "own", terms } as unknown as DepositRun
    const keys = Object.assign(new PassThrough(), { isTTY: answer !== undefined })
    let isAsked = false
    const onWrite = (): void => {
      if (!terminal.stderr().endsWith("(y/N) ")) return
      isAsked = true
      // Whoever asks listens only after the question was written.
      setImmediate(() => keys.write(answer ?? "n\n"))
    }
    const terminal = recordTerminal({ onWrite })
    const source = { name: "alpha", slug: 41_001, network: "alpha" }
    const command = { command: { source, choice: "best" }, limits: { acceptLoss, minOut, yes } } as never
    const io = { terminal, input: keys, signal: new AbortController().signal } as unknown as TaskIo
    const begun: unknown = await beginDeposit(hre, run, command, io).catch((error: unknown) => error)
    if (isPlugsError(begun)) {
      const { code, facts } = begun
      return { isAsked, written, commands, code: code === "ROUTE_REFUSED" ? facts["reason"] : code }
    }
    expect(written).to.deep.equal([begun])
    return { isAsked, written, commands }
  }

  it("records what was asked for and offered, from which block on its payment is looked for, and its command", async () => {
    const { written, commands, isAsked } = await begin({ worth: 90, answer: "n\n" })
    const [{ request, ...record }] = written as [DepositRecord]
    expect(record).to.deep.equal({ route, inputValueInUsd: 90, fromBlock: 9n })
    expect(request).to.include({ userOps: "deposit", inputToken: dai, inputAmount: 2_500_000n, refundAddress })
    expect(request).to.include({ receiverAddress: receiver, originChainId: 41_001, destinationChainId: 41_002 })
    expect([commands, isAsked]).to.deep.equal([[`own: ${quoteId}`], false])
  })

  it("asks about a loss where somebody can answer, and records nothing without a yes", async () => {
    const nothing = { written: [], commands: [] }
    expect(await begin({ answer: "n\n" })).to.deep.equal({ ...nothing, isAsked: true, code: "SWAP_DECLINED" })
    const accepted = await begin({ answer: "y\n" })
    expect([accepted.isAsked, accepted.commands]).to.deep.equal([true, [`own: ${quoteId}`]])
    for (const said of [{ yes: true }, { acceptLoss: 10 }]) {
      const { isAsked, commands } = await begin({ answer: "n\n", ...said })
      expect([isAsked, commands], JSON.stringify(said)).to.deep.equal([false, [`own: ${quoteId}`]])
    }
  })

  it("only says what is lost where nobody can answer, because nothing is signed here", async () => {
    const { isAsked, commands } = await begin({ minOut: "0.0000199" })
    expect([isAsked, commands]).to.deep.equal([false, [`own: ${quoteId}`]])
  })

  it("says which record could not be written, and leaves the command to the next run then", async () => {
    for (const [unwritten, kept] of [
      ["deposit", 0],
      ["command", 1],
    ] as const) {
      const { written, ...ended } = await begin({ worth: 90, unwritten })
      expect(ended).to.deep.equal({ isAsked: false, commands: [], code: "JOURNAL_UNUSABLE" })
      expect(written, unwritten).to.have.length(kept)
    }
  })

  it("records nothing of a quote whose name people cannot copy into a command", async () => {
    const refused = await begin({ worth: 90, quote: "0x12 --yes" })
    expect(refused).to.deep.equal({ isAsked: false, written: [], commands: [], code: "INVALID_INPUT" })
  })

  it("records nothing that is refused, or of a chain that cannot be read", async () => {
    const nothing = { isAsked: false, written: [], commands: [] }
    const down = () => {
      throw new Error("down")
    }
    for (const [played, code] of [
      [{ acceptLoss: 9.9 }, "LOSES_TOO_MUCH"],
      [{ minOut: "0.00001991" }, "BELOW_MIN_OUT"],
      [{ node: { eth_getCode: () => "0x00" } }, "DEPOSIT_IS_CONTRACT"],
    ] as const) {
      expect(await begin(played), code).to.deep.equal({ ...nothing, code })
    }
    for (const method of ["eth_getCode", "eth_blockNumber"]) {
      const unread = await begin({ node: { [method]: down } })
      expect(unread, method).to.deep.equal({ ...nothing, code: "NODE_FAILED" })
    }
  })
})
