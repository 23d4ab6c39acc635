import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, numberToHex, zeroAddress } from "viem"

import { plugAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import connect from "#tasks/messaging/connect.js"
import disconnect from "#tasks/messaging/disconnect.js"
import { runTaskAsked } from "#test/fixtures/commands/taskOnNodes.js"
import { answerAsSafe, trustOfNodes } from "#test/fixtures/nodes/answerAsSafe.js"
import { account, createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { createFakeProject } from "#test/fixtures/projects/fakeProject.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [plug, socket, sibling, switchboard] = [at(0xa1), at(0xb1), at(0xa2), at(0xc1)]
const ends = {
  ...{ plug: "Greeter", from: "alpha", to: "beta", function: "connect", args: undefined, maxGasPrice: undefined },
  ...{ maxGasCost: undefined, yes: false, confirmations: undefined, safe: undefined, json: true },
}
const connection = { ...ends, sibling: "Greeter", switchboard, allowSwitchboard: switchboard }
type Printed = Readonly<Record<string, unknown>> & { readonly error?: { readonly code: string } }
type Given = {
  readonly isConnected?: boolean
  readonly isSafe?: boolean
  readonly answers?: readonly string[]
  /** Of the sibling. */
  readonly code?: Hex
}

/** Runs one of the tasks on a local chain: how it ended, how many transactions it sent, and what was asked and shown. */
async function run(
  task: "connect" | "disconnect",
  args: Partial<typeof connection> = {},
  { isConnected = false, isSafe = false, answers, code = "0x60" }: Given = {},
) {
  await using folder = await temporaryFolder()
  const nodeOf = (slug: number) => {
    const { client, sent } = createFakeChain({
      receipt: { status: "0x1", from: account, logs: [] } as never,
      canTrace: false,
      contracts: {
        [socket]: {
          abi: socketAbi,
          answer({ functionName }) {
            if (functionName === "chainSlug") return slug
            if (functionName === "capacitors__") return at(2)
            // What is sent makes the connection, or removes it.
            const isNow = isConnected ? sent.length === 0 : sent.length > 0
            return [isNow ? sibling : zeroAddress, switchboard, switchboard, at(2), at(3)]
          },
        },
        [plug]: {
          abi: plugAbi,
          answer: ({ functionName }) => ({ socket, socket__: socket, owner: account })[functionName],
        },
      },
    })
    const request = (question: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown> => {
      const { method, params = [] } = question
      if (method === "eth_accounts") return Promise.resolve([account])
      if (method === "eth_getTransactionCount") return Promise.resolve("0x7")
      if (method === "eth_chainId") return Promise.resolve(numberToHex(slug))
      if (method === "eth_getCode" && params[0] === sibling) return Promise.resolve(code)
      return (isSafe ? answerAsSafe(question, account) : undefined) ?? client.request(question as never)
    }
    return { request, sent }
  }
  const alpha = nodeOf(41_001)
  const { hre, made, closed } = createFakeProject({
    root: folder.path,
    chains: {
      alpha: { slug: 41_001, socket, request: alpha.request },
      beta: { slug: 41_002, socket, request: nodeOf(41_002).request },
    },
    plugs: { contracts: { Greeter: { alpha: plug, beta: sibling } }, ...(isSafe ? { trust: trustOfNodes } : {}) },
  })
  const all = { ...connection, ...args, safe: isSafe ? path.join(folder.path, "safe.json") : undefined }
  const { ended, asked, terminal } = await (task === "connect"
    ? runTaskAsked(connect, all, hre, answers)
    : runTaskAsked(disconnect, all, hre, answers))
  expect(closed.toSorted()).to.deep.equal(made.toSorted())
  const out = terminal.stdout()
  const shown = all.json && out !== "" ? (JSON.parse(out) as Printed) : {}
  return { ended, sent: alpha.sent.length, asked: asked.length, out, err: terminal.stderr(), shown }
}

describe("the tasks messaging connect and disconnect, without a network", () => {
  const [from, to] = ["alpha", "beta"].map((name, index) => ({ name, slug: 41_001 + index, socket, network: name }))
  const txHash = bytes32(0x5e47)
  const shownEnds = { schemaVersion: 1, srcPlug: plug, from, to, dstPlug: sibling }
  const outcome = async (...given: Parameters<typeof run>) => {
    const { ended, sent, asked, shown, err } = await run(...given)
    return { ended, sent, asked, shown, isWarned: err.includes("no contract") }
  }
  const args = [
    { name: null, type: "uint32", text: "41002" },
    ...[sibling, switchboard].map((text) => ({ name: null, type: "address", text })),
  ]
  const call = { signature: "connect(uint32,address,address)", args }
  const connected = { ...shownEnds, txHash, replaced: null, switchboard, switchboardKind: null, call }

  it("connects, and shows which plugs, through which switchboard and by which call", async () => {
    const done = { ended: true, sent: 1, asked: 0, shown: connected, isWarned: false }
    expect(await outcome("connect")).to.deep.equal(done)
    const { out, sent, err } = await run("connect", { json: false })
    expect([sent, out.trimEnd().split("\n").length]).to.deep.equal([1, 2])
    for (const part of ["alpha", "beta", sibling, plug]) expect(out).to.contain(part)
    expect(err).to.contain(switchboard)
    const already = { ...done, sent: 0, shown: { ...connected, txHash: null, call: null } }
    expect(await outcome("connect", {}, { isConnected: true })).to.deep.equal(already)
    const { out: says } = await run("connect", { json: false }, { isConnected: true })
    expect(says)
      .to.match(/already/)
      .and.to.contain(sibling)
  })

  it("asks about a switchboard that is not allowed, and about a sibling without code, and sends nothing after a no", async () => {
    const other = { allowSwitchboard: at(0xc9) }
    const done = { ended: true, sent: 1, asked: 1, shown: connected, isWarned: false }
    const no = { ...done, ended: 130, sent: 0 }
    const codeOf = async (...given: Parameters<typeof run>) => {
      const { shown, ...rest } = await outcome(...given)
      return { ...rest, shown: shown.error === undefined ? shown : shown.error.code }
    }
    expect(await outcome("connect", other, { answers: ["y"] })).to.deep.equal(done)
    expect(await codeOf("connect", other, { answers: ["n"] })).to.deep.equal({ ...no, shown: "ABORTED" })
    const refused = { ...no, ended: "SWITCHBOARD_NOT_KNOWN", asked: 0, shown: "SWITCHBOARD_NOT_KNOWN" }
    expect(await codeOf("connect", other)).to.deep.equal(refused)
    const code = "0x"
    expect(await outcome("connect", {}, { code, answers: ["y"] })).to.deep.equal({ ...done, isWarned: true })
    const warned = { ...no, shown: "ABORTED", isWarned: true }
    expect(await codeOf("connect", {}, { code, answers: ["n"] })).to.deep.equal(warned)
    expect(await outcome("connect", {}, { code })).to.deep.equal({ ...done, asked: 0, isWarned: true })
  })

  it("disconnects, and sends nothing for a plug that is not connected", async () => {
    const done = { ended: true, sent: 1, asked: 0, shown: { ...shownEnds, txHash }, isWarned: false }
    expect(await outcome("disconnect", {}, { isConnected: true })).to.deep.equal(done)
    const none = { ...done, sent: 0, shown: { ...shownEnds, txHash: null, dstPlug: zeroAddress } }
    expect(await outcome("disconnect")).to.deep.equal(none)
    const texts = [
      (await run("disconnect", { json: false }, { isConnected: true })).out,
      (await run("disconnect", { json: false })).out,
    ]
    expect(texts.map((out) => [out.includes(sibling), out.includes("Nothing was sent")])).to.deep.equal([
      [true, false],
      [false, true],
    ])
  })

  it("writes either for the Safe that owns the plug", async () => {
    for (const [task, isConnected] of [
      ["connect", false],
      ["disconnect", true],
    ] as const) {
      const { ended, sent, shown } = await run(task, {}, { isConnected, isSafe: true })
      const files = shown["safeFiles"] as readonly { readonly chainName: string; readonly safe: string }[]
      expect([ended, sent, shown["txHash"], files.map(({ chainName, safe }) => [chainName, safe])]).to.deep.equal([
        ...[true, 0, null, [["alpha", account]]],
      ])
      const { out } = await run(task, { json: false }, { isConnected, isSafe: true })
      expect(out.trimEnd().split("\n")).to.have.length(1)
      expect(out).to.contain("safe.alpha.json")
    }
  })
})
