import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeFunctionData, zeroAddress } from "viem"

import { plugAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import { readRows } from "#src/plugin/arguments/readRows.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { type ConnectionToSend, sendConnection } from "#tasks/messaging/connect/sendConnection.js"
import { disconnectRows } from "#tasks/messaging/index.js"
import { thrown } from "#test/fixtures/failure.js"
import { account, createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { createPerson } from "#test/fixtures/output/person.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [plug, socket, sibling, switchboard, owner] = [at(0xa1), at(0xb1), at(0xa2), at(0xc1), at(0x5afe)]
type Args = Given<typeof disconnectRows>
const none: Args = { plug: "Greeter", from: undefined, to: "beta", function: "connect", json: true }
const nobody = Array.from({ length: 5 }, () => zeroAddress)
const signature = "connect(uint32,address,address)"
const hash = bytes32(0x5e47)

type Sending = {
  readonly isLocal?: boolean
  readonly answers?: readonly string[]
  readonly args?: Partial<Args>
  readonly config?: readonly Address[]
  readonly connection?: Partial<ConnectionToSend>
  readonly confirm?: () => Promise<void>
  /** Ctrl-C when the transaction is submitted. */
  readonly isInterrupted?: boolean
}

/** Connects a plug, and says in which order what happened, what was asked and sent, and how it ended. */
async function send(given: Sending) {
  const { isLocal = true, answers, args = {}, config = nobody, connection = {}, confirm, isInterrupted = false } = given
  const order: string[] = []
  const { client, sent } = createFakeChain({
    contracts: {
      [socket]: { abi: socketAbi, answer: () => config },
      [plug]: { abi: plugAbi, answer: ({ functionName }) => ({ socket, socket__: socket, owner })[functionName] },
    },
    receipt: { status: "0x1", logs: [] },
    canTrace: false,
  })
  const stop = new AbortController()
  const { io, asked } = createPerson(answers, { signal: stop.signal })
  const line = io.terminal.err.line.bind(io.terminal.err)
  const err = Object.assign(Object.create(io.terminal.err) as typeof io.terminal.err, {
    line: (text: string) => {
      line(text)
      if (isInterrupted && text.includes("submitted")) stop.abort()
    },
  })
  const chain = {
    ...{
      isLocal,
      connection: { networkConfig: { type: "edr-simulated" } },
      client,
      socket: () => Promise.resolve(socket),
      fileFor: (safe: Address) => Promise.resolve({ chain: "alpha", chainId: 77, safe }),
      native: () => Promise.resolve({ symbol: "ETH", decimals: 18 }),
    },
    errorAbis: () => Promise.resolve([]),
    wallet: (account?: Address) => {
      order.push(account === undefined ? "wallet" : `wallet of ${account}`)
      return Promise.resolve(client)
    },
  }
  const source = { name: "alpha", slug: 41_001, network: "alpha", maxGasCost: "0.5" }
  const ends = {
    ...{ plug, contract: {} as never, source, to: { name: "beta", slug: 41_002, network: "beta" }, chains: [] },
    ...{ book: { nameOf: () => undefined } as never, way: {} },
  }
  const wanted = { task: "messaging connect", sibling, switchboard, ...connection } as const
  const written = { ...none, sibling: "Greeter", ...args }
  const sending = sendConnection(
    { args: readRows(disconnectRows, written), given: written, ends },
    {
      ...wanted,
      onCall: (call) => void order.push(call.signature),
      confirm: async () => {
        await new Promise((resolve) => setImmediate(resolve))
        await confirm?.()
        order.push(`confirmed before ${sent.length} sent`)
      },
    },
    { chain: chain as never, config: {} as never, io: { ...io, terminal: { ...io.terminal, err } } },
  )
  const ended = await sending.catch((error: unknown) => {
    if (!isPlugsError(error)) throw error
    return { code: error.code, argument: error.facts["argument"], next: error.next }
  })
  return { ended, order, asked, sent: sent.length, data: sent[0]?.data, stderr: io.terminal.stderr() }
}

describe("sendConnection", () => {
  const sentOnce = { ended: { hash }, order: ["wallet", signature, "confirmed before 0 sent"], asked: [], sent: 1 }
  const outcome = async (given: Sending) => {
    const { ended, order, asked, sent } = await send(given)
    return { ended, order, asked, sent }
  }

  it("sends on a local chain without a question of its own, once everything else was agreed to", async () => {
    const { stderr, data, ...rest } = await send({})
    expect(rest).to.deep.equal(sentOnce)
    expect(stderr).to.match(/^connect\(41002, sibling, switchboard\)\ngas: at most .*ETH\nsubmitted 0x/)
    const args = [41_002, sibling, switchboard] as const
    expect(data).to.equal(encodeFunctionData({ abi: plugAbi, functionName: "connect", args }))
    const no = Object.assign(new Error("no"), { code: "NO" })
    expect(await send({ confirm: () => Promise.reject(no) }).catch((error: unknown) => error)).to.equal(no)
  })

  it("sends as the account that is named, or writes for that Safe, and says so in the command that goes on", async () => {
    const other = at(0xac)
    expect((await outcome({ args: { account: other } })).order).to.deep.equal([
      ...[`wallet of ${other}`, signature, "confirmed before 0 sent"],
    ])
    const { ended } = await send({ args: { account: other, yes: true }, isLocal: false, isInterrupted: true })
    expect("code" in ended && ended.next).to.contain(`--account ${other}`)
    await using folder = await temporaryFolder()
    const safe = path.join(folder.path, "safe.json")
    const file = path.join(folder.path, "safe.alpha.json")
    const written = await outcome({ args: { safe, account: other } })
    const safeFiles = [{ file, chainName: "alpha", safe: other, transactions: 1 }]
    expect(written).to.deep.include({ ended: { hash: undefined, safeFiles }, sent: 0 })
  })

  it("S-14 sends nothing where it takes the place of another sibling than the one that was shown, also after a yes", async () => {
    const [first, second] = [at(0x51a), at(0x51b)]
    const connectedTo = (plug: Address): Address[] => [plug, ...nobody.slice(1)]
    for (const [shown, now, isSent] of [
      [undefined, undefined, true],
      [undefined, second, false],
      [first, first, true],
      [first, second, false],
      [first, zeroAddress, false],
      // Another command has made it meanwhile.
      [first, sibling, true],
    ] as const) {
      for (const isLocal of [true, false]) {
        const config = shown === undefined ? [...nobody] : connectedTo(shown)
        const confirm = async () => {
          await Promise.resolve()
          config[0] = now ?? zeroAddress
        }
        const given = { isLocal, config, confirm, connection: { replaces: shown }, ...(!isLocal && { answers: ["y"] }) }
        const { ended, sent } = await outcome(given)
        const expected = isSent ? [hash, undefined, 1] : [undefined, "NOT_ONLY_A_CONNECTION", 0]
        const { hash: sentHash, code } = ended as { readonly hash?: string; readonly code?: string }
        expect([sentHash, code, sent], `${shown} ${now}`).to.deep.equal(expected)
      }
    }
  })

  it("asks where money is real, shows who pays what, and needs --yes where nobody can be asked", async () => {
    const shown = await send({ isLocal: false, answers: ["y"] })
    expect([shown.ended, shown.order, shown.asked, shown.sent]).to.deep.equal([
      ...[{ hash }, ["wallet", signature, "confirmed before 0 sent"], ["Send it?"], 1],
    ])
    for (const part of [plug, sibling, account, /gas +at most .*ETH/]) expect(shown.stderr).to.match(new RegExp(part))
    const declined = await send({ isLocal: false, answers: ["n"] })
    expect([declined.ended, declined.asked, declined.sent]).to.deep.equal([
      ...[{ code: "ABORTED", argument: undefined, next: undefined }, ["Send it?"], 0],
    ])
    for (const answers of [undefined, []] as const) {
      expect(await outcome({ isLocal: false, args: { yes: true }, ...(answers && { answers }) })).to.deep.equal(
        sentOnce,
      )
    }
    const { ended, order, sent } = await outcome({ isLocal: false })
    expect(ended).to.include({ code: "INVALID_INPUT", argument: "--yes" })
    expect([order, sent]).to.deep.equal([["wallet"], 0])
  })

  it("disconnects, and shows the sibling as none", async () => {
    const config = [sibling, switchboard, switchboard, at(1), at(2)]
    const connection = { sibling: "none", replaces: sibling, task: "messaging disconnect" } as const
    const { data, stderr, sent } = await send({ isLocal: false, config, connection, args: { yes: true } })
    const args = [41_002, zeroAddress, switchboard] as const
    expect([data, sent]).to.deep.equal([encodeFunctionData({ abi: plugAbi, functionName: "connect", args }), 1])
    expect(stderr).to.match(/sibling on beta +none\n/)
  })

  it("keeps to the limits of gas, of the options before that of the chain", async () => {
    const refused = async (args: Partial<Args>) => {
      const { ended, sent } = await send({ args })
      return ["code" in ended ? (ended.argument ?? ended.code) : "sent", sent]
    }
    expect(await refused({ maxGasCost: "0.00000001" })).to.deep.equal(["GAS_TOO_EXPENSIVE", 0])
    expect(await refused({ maxGasPrice: "0.1" })).to.deep.equal(["GAS_PRICE_TOO_HIGH", 0])
  })

  it("says after Ctrl-C the command that goes on, without what agrees in advance", async () => {
    const goOn = async (args: Partial<Args>) => {
      const { ended } = await send({ args, isLocal: false, isInterrupted: true })
      return "code" in ended ? [ended.code, ended.next] : ended
    }
    const command = "To follow it: npx hardhat messaging connect Greeter Greeter --from alpha --to beta"
    expect(await goOn({ yes: true })).to.deep.equal(["ABORTED", command])
    expect(await goOn({ yes: true, maxGasCost: "0.4" })).to.deep.equal(["ABORTED", `${command} --max-gas-cost 0.4`])
  })

  it("writes the call for the plug's owner with --safe, asks and sends nothing, and waits for nothing", async () => {
    await using folder = await temporaryFolder()
    const safe = path.join(folder.path, "safe.json")
    const file = path.join(folder.path, "safe.alpha.json")
    const { ended, order, asked, sent } = await send({ isLocal: false, args: { safe } })
    const safeFiles = [{ file, chainName: "alpha", safe: owner, transactions: 1 }]
    expect({ ended, order, asked, sent }).to.deep.equal({
      ...{ ended: { hash: undefined, safeFiles }, order: [signature, "confirmed before 0 sent"], asked: [], sent: 0 },
    })
    expect(thrown(() => readRows(disconnectRows, { ...none, safe, confirmations: "2" }))).to.include({
      ...{ code: "INVALID_INPUT", argument: "--confirmations" },
    })
  })
})
