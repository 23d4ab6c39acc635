import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Client, type Hex, numberToHex, zeroAddress } from "viem"

import { applyCalls, followCalls, type Step } from "#extras/audit/src/judging/applyCalls.js"
import type { DecodedCall } from "#extras/audit/src/judging/decodeCalls.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { type OutboundMessage, readOutboundMessages } from "#src/messaging/onchain/events.js"
import type { Copy } from "#src/messaging/wiring/Copy.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dstPlug, outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

const beta = { slug: 41_002, name: "beta" }
const lastTraced = 4_000_000

type Copied = {
  readonly sibling?: Address
  readonly gasUsed?: number
  readonly code?: Hex
  /** To whom every call fails. */
  readonly fails?: Address
}

/** A copy that mines whatever is sent, shows nothing of what that does, and records what it has changed, once that is done. */
function copyWhere({ sibling = srcPlug, gasUsed = lastTraced, code = "0x60", fails = zeroAddress }: Copied = {}) {
  const asked: [method: string, ...params: unknown[]][] = []
  const receipt = { transactionHash: bytes32(9), blockNumber: "0x1", status: "0x1", logs: [], type: "0x2" }
  const node = createViewNode({
    abis: [socketAbi],
    views: { getPlugConfig: () => [sibling, zeroAddress, zeroAddress, zeroAddress, zeroAddress] },
    codes: { [dstPlug]: code },
    methods: {
      ...{ evm_snapshot: "0x7", evm_revert: true, eth_gasPrice: "0xa", eth_getBalance: "0x3" },
      ...{
        hardhat_impersonateAccount: true,
        hardhat_stopImpersonatingAccount: true,
        hardhat_setBalance: true,
        eth_sendTransaction: bytes32(9),
      },
      eth_getTransactionReceipt: { ...receipt, gasUsed: numberToHex(gasUsed), effectiveGasPrice: "0x1" },
    },
  })
  const request = async ({
    method,
    params = [],
  }: {
    method: string
    params?: readonly unknown[]
  }): Promise<unknown> => {
    const isFailing = (params[0] as { to?: unknown } | undefined)?.to === fails
    const answer = await node.request({ method: isFailing ? "fail" : method, params } as never)
    if (/^evm_|^hardhat_|sendTransaction$/.test(method)) asked.push([method, ...params])
    return answer
  }
  const copy: Copy = { ...beta, socket, client: { ...node, request } as Client }
  return { copy, asked }
}

const message = (number: number, more: Partial<OutboundMessage> = {}): OutboundMessage => ({
  ...readOutboundMessages(outboundLogs(number), { socket })[0]!,
  ...more,
})
const sentBy = (...messages: OutboundMessage[]): readonly Step[] => [
  { effects: { logs: [], nativeTransfers: [], storage: [], messages } } as unknown as Step,
  { effects: undefined } as Step,
]
const step = (number: number, more: Partial<Step>): Step => ({
  ...{ number: `message ${number}`, chain: beta, from: socket, to: dstPlug, reason: undefined, hasCode: true },
  ...{ status: "skipped", effects: undefined },
  ...more,
})

describe("followCalls", () => {
  it("makes the call of a connected plug with the value and the gas that an executor brings, once", async () => {
    const { copy, asked } = copyWhere()
    const executionParams = numberToHex((1n << 248n) | 5n, { size: 32 })
    const steps = await followCalls(sentBy(message(1, { executionParams })), [copy], [])
    expect(steps).to.deep.equal([step(1, { status: "unread", reason: "the copy does not show what it does" })])
    const [, , , [, sent]] = asked as [unknown, unknown, unknown, [string, { data: string }]]
    // 16,000,000 gas for twice what the node says that it costs, beside what is there.
    expect(asked).to.deep.equal([
      ["hardhat_setBalance", socket, "0x8"],
      ["hardhat_setBalance", socket, numberToHex(3n + 16_000_000n * 20n)],
      ["hardhat_impersonateAccount", socket],
      [
        "eth_sendTransaction",
        { from: socket, to: dstPlug, data: sent.data, value: "0x5", gas: "0xf42400", gasPrice: "0x14" },
      ],
      ["hardhat_stopImpersonatingAccount", socket],
    ])
  })

  it("says of a message what keeps it from a copy: no copy of its chain, another sibling, too much gas, no code", async () => {
    const elsewhere = message(2, { dstChainSlug: 7, dstPlug: at(5) })
    const one = async (copy: Copy) => await followCalls(sentBy(message(1), elsewhere), [copy], [])
    const without = step(2, { chain: { slug: 7, name: "chain 7" }, from: srcPlug, to: at(5), status: "unread" })
    const away = { ...without, reason: "there is no copy of its chain" }
    const { copy, asked } = copyWhere({ sibling: at(4) })
    expect(await one(copy)).to.deep.equal([step(1, { reason: `the plug there is not connected to ${srcPlug}` }), away])
    expect(asked).to.deep.equal([])
    expect(await one(copyWhere({ gasUsed: lastTraced + 1 }).copy)).to.deep.equal([
      step(1, { status: "unread", reason: "it uses 4000001 gas" }),
      away,
    ])
    const [codeless] = await one(copyWhere({ code: "0x" }).copy)
    expect(codeless).to.include({ status: "unread", hasCode: false })
  })

  it("ends after a hundred messages, and says so of the next one", async () => {
    const { copy } = copyWhere({ sibling: at(4) })
    const ring = Array.from({ length: 103 }, (_, index) => message(index + 1))
    const steps = await followCalls(sentBy(...ring), [copy], [])
    expect(steps.map(({ status }) => status)).to.deep.equal([...Array<string>(100).fill("skipped"), "unread"])
    expect(steps.at(-1)).to.deep.equal(
      step(101, { status: "unread", reason: "too many messages and scheduled calls come before it", from: srcPlug }),
    )
  })
})

describe("applyCalls", () => {
  const call = (number: string, more: Partial<DecodedCall> = {}): DecodedCall => ({
    ...{ number, from: at(1), to: dstPlug, value: 0n, data: "0x", operation: 0, inner: [] },
    ...{ name: undefined, call: undefined, isKnown: true, isClaimed: false, problem: undefined },
    ...more,
  })

  it("makes each call, leaves out what runs other code as the account, and takes nothing back", async () => {
    const { copy, asked } = copyWhere()
    const steps = await applyCalls(copy, [call("1"), call("2", { operation: 1 }), call("3")], [])
    expect(steps.map(({ number, status, reason }) => [number, status, reason])).to.deep.equal([
      ["1", "unread", "the copy does not show what it does"],
      ["2", "skipped", "it runs other code as the account itself"],
      ["3", "unread", "the copy does not show what it does"],
    ])
    expect(asked.map(([method]) => method)).to.deep.equal([
      "evm_snapshot",
      ...Array<string[]>(2)
        .fill([
          ...["hardhat_setBalance", "hardhat_impersonateAccount"],
          ...["eth_sendTransaction", "hardhat_stopImpersonatingAccount"],
        ])
        .flat(),
    ])
  })

  it("takes all of it back where one call fails, and makes none of those after it", async () => {
    const { copy, asked } = copyWhere({ fails: at(0xf) })
    const calls = [call("1"), call("2.1", { to: at(0xf) }), call("2.2"), call("3", { operation: 1 })]
    const steps = await applyCalls(copy, calls, [])
    const one = { chain: beta, from: at(1), to: dstPlug, hasCode: true, effects: undefined }
    const [first, failed, ...others] = steps
    expect(first).to.deep.equal({
      ...{ ...one, number: "1", status: "unread", reason: "the copy does not show what it does" },
    })
    expect({ ...failed, reason: typeof failed?.reason }).to.deep.equal({
      ...{ ...one, number: "2.1", to: at(0xf), status: "reverted", reason: "string" },
    })
    expect(others).to.deep.equal([
      { ...one, number: "2.2", status: "skipped", reason: "call 2.1 reverts" },
      { ...one, number: "3", status: "skipped", reason: "it runs other code as the account itself" },
    ])
    expect([asked.length, asked.at(-1)]).to.deep.equal([9, ["evm_revert", "0x7"]])
  })
})
