import { readdir, readFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeFunctionData, type Hex, toFunctionSelector } from "viem"

import type { Given as GivenBy } from "#src/plugin/arguments/rows.js"
import { openSentRecords } from "#src/plugin/records/sentRecords.js"
import type { sendRows } from "#tasks/messaging/index.js"
import send from "#tasks/messaging/send.js"
import { runTaskAsked } from "#test/fixtures/commands/taskOnNodes.js"
import { answerAsSafe, trustOfNodes } from "#test/fixtures/nodes/answerAsSafe.js"
import { account, createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { createFakeProject } from "#test/fixtures/projects/fakeProject.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"
import { counterAbi, fakePlug, fakeSocket } from "#test/fixtures/worlds/messaging/fakePlug.js"

type Arguments = GivenBy<typeof sendRows>
const none: Arguments = { plug: "Greeter", signature: "add(uint32,uint256)", args: ["beta", "5"], json: true }
type Printed = {
  readonly messages?: readonly { readonly messageId: Hex; readonly page?: string }[]
  readonly error?: { readonly code: string }
}
type SafeBatch = {
  readonly chainId: string
  readonly meta: { readonly description: string }
  readonly transactions: readonly { readonly to: Hex; readonly value: string; readonly data: Hex }[]
}
type Given = {
  readonly isLocal?: boolean
  readonly isSilent?: boolean
  readonly answers?: readonly string[]
  readonly isSafe?: boolean
  /** The messaging API, which nobody asks where nothing is tracked. */
  readonly api?: string
}

/** Runs the task without a network: how it ended, and what was sent, written and shown. */
async function run(
  args: Partial<Arguments>,
  { isLocal = false, isSilent = false, answers, isSafe = false, api = "https://api.example" }: Given = {},
) {
  await using folder = await temporaryFolder()
  const place = { blockNumber: "0x1", blockHash: bytes32(1), transactionHash: bytes32(0x5e47), transactionIndex: "0x0" }
  const logs = outboundLogs(1, { fee: 1_000n }).map((log, index) => ({ ...log, ...place, logIndex: `0x${index}` }))
  const { client, sent } = createFakeChain({
    contracts: { [socket]: fakeSocket(1_000n), [srcPlug]: fakePlug({ fees: [1_000n] }) },
    receipt: { status: "0x1", from: account, logs: isSilent ? [] : logs } as never,
    logsOf: () => [],
  })
  const chainSlug = toFunctionSelector("chainSlug()")
  const request = (question: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown> => {
    const { method, params = [] } = question
    if (method === "eth_accounts") return Promise.resolve([account])
    if (method === "eth_getTransactionCount") return Promise.resolve("0x7")
    const asksSlug = method === "eth_call" && (params[0] as { data?: Hex }).data === chainSlug
    if (asksSlug) return Promise.resolve(bytes32(41_001))
    return (isSafe ? answerAsSafe(question, at(0x5afe)) : undefined) ?? client.request(question as never)
  }
  const { hre, made, closed } = createFakeProject({
    ...{
      root: folder.path,
      plugs: { contracts: { Greeter: { alpha: srcPlug } }, messaging: { baseUrl: api }, trust: trustOfNodes },
    },
    chains: {
      alpha: { slug: 41_001, socket, request, url: isLocal ? undefined : "https://node.example" },
      beta: { slug: 41_002, socket: at(7) },
      open: { request: () => Promise.resolve("0xa") },
    },
  })
  const safe = isSafe ? path.join(folder.path, "safe.json") : undefined
  const { ended, asked, terminal } = await runTaskAsked(send, { ...none, ...args, safe }, hre, answers)
  expect(closed.toSorted()).to.deep.equal(made.toSorted())
  const [out, records] = [terminal.stdout(), await openSentRecords(hre.config, terminal.err).latest()]
  const files = (await readdir(folder.path)).filter((name) => name.startsWith("safe"))
  const written = await readFile(path.join(folder.path, "safe.alpha.json"), "utf8").catch(() => undefined)
  return {
    ...{ ended, sent, asked, out, files, made, records: records.length },
    printed: args.json === false ? {} : (JSON.parse(out) as Printed),
    safe: written === undefined ? undefined : (JSON.parse(written) as SafeBatch),
  }
}

describe("the task messaging send, without a network", () => {
  const data = encodeFunctionData({ abi: counterAbi, functionName: "add", args: [41_002, 5n] })
  const once = [{ to: srcPlug, data, value: 1_100n, nonce: 7 }]
  const outcome = async (...given: Parameters<typeof run>) => {
    const { ended, sent, asked, records, printed } = await run(...given)
    return { ended, sent, asked, records, error: printed.error?.code, messages: printed.messages?.length }
  }
  const sentOnce = { ended: true, sent: once, asked: [], records: 1, error: undefined, messages: 1 }
  // A chain in this process ends with it: nothing of it is written down, and its node chooses the nonce.
  const sentLocally = { ...sentOnce, sent: [{ to: srcPlug, data, value: 1_100n }] }
  const nothing = { sent: [], asked: [], records: 0, messages: undefined }

  it("sends where money is real only with --yes, or after a yes, and on a local network without either", async () => {
    expect(await outcome({ yes: true })).to.deep.equal(sentOnce)
    expect(await outcome({}, { isLocal: true })).to.deep.equal(sentLocally)
    const refused = { ...nothing, ended: "INVALID_INPUT", error: "INVALID_INPUT" }
    expect(await outcome({})).to.deep.equal(refused)
    const asked = ["Send it?"]
    expect(await outcome({}, { answers: ["y"] })).to.deep.equal({ ...sentOnce, asked })
    const declined = { ...nothing, asked, ended: 130, error: "ABORTED" }
    expect(await outcome({}, { answers: ["n"] })).to.deep.equal(declined)
    const poor = { ...nothing, ended: 2, error: "BUDGET_EXCEEDED" }
    expect(await outcome({ yes: true, budget: "1200wei" })).to.deep.equal(poor)
  })

  it("shows what was sent: to a person, or as one document", async () => {
    const { out } = await run({ json: false }, { isLocal: true })
    for (const part of [bytes32(0x5e47), bytes32(1), "Greeter", "beta"]) expect(out).to.contain(part)
    const { printed } = await run({}, { isLocal: true })
    const { messages = [], ...rest } = printed
    expect(rest).to.deep.equal({ schemaVersion: 1, txHash: bytes32(0x5e47), fee: "1000", value: "0", attached: "1100" })
    expect(messages.map(({ messageId }) => messageId)).to.deep.equal([bytes32(1)])
  })

  it("links each message to the page of the devnet whose API is configured", async () => {
    await using devnet = await listenLocally((_, response) => void response.end('{"page":"hardhat-plugs devnet"}'))
    const { printed } = await run({}, { isLocal: true, api: `${devnet.url}/messaging` })
    expect(printed.messages?.map(({ page }) => page)).to.deep.equal([`${devnet.url}/m/${bytes32(1)}`])
    const elsewhere = await run({}, { isLocal: true })
    expect(elsewhere.printed.messages?.map(({ page }) => page)).to.deep.equal([undefined])
  })

  it("fails where the transaction sent no message, unless that is what was wanted", async () => {
    const silent = { ...sentOnce, messages: 0 }
    for (const isLocal of [true, false]) {
      expect(await outcome({ yes: true }, { isLocal, isSilent: true })).to.deep.equal({
        ...{ ...(isLocal ? sentLocally : sentOnce), messages: 0, ended: 2, error: "NOTHING_TO_FOLLOW" },
      })
    }
    const even = { yes: true, evenWithoutMessage: true }
    expect(await outcome(even, { isSilent: true })).to.deep.equal(silent)
  })

  it("writes the call for a Safe with its fee, and asks for nothing", async () => {
    const account = at(0x5afe)
    const { ended, sent, asked, files, printed, safe } = await run({ account }, { isSafe: true })
    expect([ended, sent, asked, files]).to.deep.equal([true, [], [], ["safe.alpha.json"]])
    expect(printed).to.deep.include({ txHash: null, fee: "1000", attached: "1100", messages: [] })
    expect(safe?.chainId).to.equal("41001")
    expect(safe?.meta).to.include({ createdFromSafeAddress: account, name: "Send on alpha" })
    for (const part of ["add", srcPlug, "1100 wei"]) expect(safe?.meta.description).to.contain(part)
    expect(safe?.transactions.map(({ to, value, data: written }) => [to, value, written])).to.deep.equal([
      [srcPlug, "1100", data],
    ])
    const { out } = await run({ account, json: false }, { isSafe: true })
    expect(out).to.contain("safe.alpha.json").and.to.not.contain("{")
  })

  it("asks a network which chain it is where an argument names it, alone or behind an address", async () => {
    // Nothing is sent without --yes.
    const asked = async (text: string) => (await run({ args: [text, "5"] })).made
    expect(await asked("beta")).to.deep.equal(["alpha"])
    expect(await asked("open")).to.deep.equal(["open", "alpha"])
    expect((await asked(`${at(3)}@open`))[0]).to.equal("open")
    expect(await asked(`${at(3)}x@open`)).to.not.include("open")
  })
})
