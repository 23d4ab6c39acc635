import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, parseTransaction } from "viem"
import { privateKeyToAccount } from "viem/accounts"

import type { LocalChain } from "#src/devnet/chain/chains.js"
import { createSender } from "#src/devnet/relay/sender.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const account = privateKeyToAccount(bytes32(7))
const call = { to: at(5), data: "0x1234", gas: 50_000n } as const

type Given = {
  /** How many transactions the account has, mined and all. */
  readonly counts?: { latest: number; pending: number }
  /** What the chain answers to a transaction with a nonce, if it refuses it. */
  readonly refuses?: (nonce: number) => Error | undefined
  /** The receipts of a transaction, each time that it is asked for. */
  readonly receipts?: readonly unknown[]
  readonly isKnown?: () => boolean
  /** Whether a block with a log of each transaction is announced at once. */
  readonly announces?: boolean
  readonly waiting?: { list: readonly Hex[] }
}

/** A sender on a chain of which nothing but this is known, and what it was asked for. */
function open({ counts = { latest: 5, pending: 5 }, refuses = () => undefined, ...given }: Given = {}) {
  const { receipts = [{ status: "0x1", blockHash: "0xb", logs: [] }], isKnown = () => true, announces = false } = given
  const asked: string[] = []
  const heads = new Set<() => void>()
  const stopping = new AbortController()
  const left = [...receipts]
  let [block, setBacks, sent] = [undefined as { number: Hex; hash: Hex } | undefined, 0, 0]
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_getTransactionCount: ([, tag]) => `0x${counts[tag as "latest" | "pending"].toString(16)}`,
    eth_getTransactionReceipt: () => left.shift() ?? null,
    eth_getTransactionByHash: () => (isKnown() ? {} : null),
    eth_pendingTransactions: () => (given.waiting?.list ?? []).map((from) => ({ from })),
  }
  const chain = {
    ...{ name: "alpha", chainId: 41_001, announced: () => block, setBacks: () => setBacks },
    provider: {
      request: async ({ method, params }: { method: string; params: readonly unknown[] }) => {
        await new Promise(setImmediate)
        asked.push([method, ...params.filter((param) => /^[a-z]+$/.test(String(param)))].join(" "))
        return answers[method]?.(params)
      },
    },
    requestFirst: async ({ params }: { params: readonly [Hex] }) => {
      await new Promise(setImmediate)
      const { nonce = 0, to, data, gas, value = 0n, chainId } = parseTransaction(params[0])
      asked.push(`send ${nonce}`)
      const refusal = refuses(nonce)
      if (refusal !== undefined) throw refusal
      expect([to, data, gas, value, chainId]).to.deep.equal([call.to, call.data, call.gas, 0n, 41_001])
      sent += 1
      if (announces) block = { number: `0x${sent}`, hash: `0xb${sent}` }
      return `0xa${sent}`
    },
    readLogs: (from: bigint, to: bigint) =>
      Promise.resolve([
        { transactionHash: "0xother", blockHash: "0xother" },
        { transactionHash: `0xa${sent}`, blockHash: `0xb${from}`, logIndex: `0x${to}` },
      ]),
    onHead: (listener: () => void) => {
      heads.add(listener)
      return () => heads.delete(listener)
    },
  } as unknown as LocalChain
  const sender = createSender(chain, account, stopping.signal)
  return {
    ...{
      sender,
      asked: () => asked.splice(0),
      heads,
      stop: (reason: Error) => {
        stopping.abort(reason)
      },
    },
    setBack: () => void (setBacks += 1),
    head: async () => {
      for (const listener of heads) listener()
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    },
  }
}
const reasonOf = (work: Promise<unknown>) => work.then(() => "sent", String)
const receipt = { status: "0x1", blockHash: "0xb", logs: [] }

describe("a sender", () => {
  it("counts its nonces itself, until the chain was set back or a transaction has failed", async () => {
    const { sender, asked, setBack } = open({ receipts: [receipt, receipt, receipt, { status: "0x0" }, receipt] })
    const [ask, get] = ["eth_getTransactionCount pending", "eth_getTransactionReceipt"]
    await Promise.all([sender.send(call), sender.send(call)])
    expect(asked()).to.deep.equal([ask, "send 5", get, "send 6", get])
    setBack()
    await sender.send(call)
    expect(asked()).to.deep.equal([ask, "send 5", get])
    expect(await reasonOf(sender.send(call)))
      .to.contain(account.address)
      .and.contain("0xa4")
    expect(asked()).to.deep.equal(["send 6", get])
    await sender.send(call)
    expect(asked()).to.deep.equal([ask, "send 5", get])
  })

  it("asks for its nonce again where another has used it, and no second time", async () => {
    const used = new Error("nonce too low")
    const counts = { latest: 5, pending: 5 }
    const { sender, asked } = open({
      counts,
      refuses: (nonce) => (nonce === 6 ? used : undefined),
      receipts: [receipt, receipt],
    })
    await sender.send(call)
    counts.pending = 9
    asked()
    await sender.send(call)
    expect(asked()).to.deep.equal(["send 6", "eth_getTransactionCount pending", "send 9", "eth_getTransactionReceipt"])
    const always = open({ refuses: () => new Error("replacement underpriced") })
    expect(await reasonOf(always.sender.send(call))).to.contain("underpriced")
    expect(always.asked()).to.deep.equal(["eth_getTransactionCount pending", "send 5"])
    // Any other refusal is no matter of the nonce.
    const busy = open({ refuses: (nonce) => (nonce === 6 ? new Error("busy") : undefined) })
    await busy.sender.send(call)
    busy.asked()
    expect(await reasonOf(busy.sender.send(call))).to.equal("Error: busy")
    expect(busy.asked()).to.deep.equal(["send 6"])
  })

  it("says that the account cannot pay, and anything else in the chain's words", async () => {
    for (const said of ["sender doesn't have enough funds", "insufficient funds for gas", "Insufficient balance"]) {
      const reason = await reasonOf(open({ refuses: () => new Error(said) }).sender.send(call))
      expect(reason, said).to.contain(account.address).and.contain("alpha").and.not.contain(said)
    }
    expect(await reasonOf(open({ refuses: () => new Error("no gas") }).sender.send(call))).to.equal("Error: no gas")
  })

  it("needs no receipt of what has logged something in the block that was just announced", async () => {
    const { sender, asked } = open({ announces: true })
    const first = await sender.send(call)
    expect([first.blockHash, first.logs.length]).to.deep.equal(["0xb1", 1])
    expect((await sender.send(call)).blockHash).to.equal("0xb2")
    expect(asked().filter((method) => method.includes("Receipt"))).to.deep.equal([])
  })

  it("waits for the block of what is not mined at once, and for none of what the chain dropped", async () => {
    let isKnown = true
    const { sender, head, heads } = open({ receipts: [null, null, receipt, null, null], isKnown: () => isKnown })
    let ending: unknown
    const sent = sender.send(call).then((mined) => (ending = mined))
    await head()
    await head()
    expect([ending, heads.size]).to.deep.equal([undefined, 1])
    await head()
    expect([ending, heads.size]).to.deep.equal([receipt, 0])
    await sent
    const lost = reasonOf(sender.send(call))
    await head()
    isKnown = false
    await head()
    expect(await lost)
      .to.contain("0xa2")
      .and.contain("dropped")
    expect(heads.size).to.equal(0)
  })

  it("sends nothing once it was stopped, and waits for nothing", async () => {
    const { sender, asked, heads, head, stop } = open({ receipts: [null] })
    const [first, second] = [reasonOf(sender.send(call)), reasonOf(sender.send(call))]
    await head()
    asked()
    stop(new Error("stopped"))
    expect(await Promise.all([first, second])).to.deep.equal(["Error: stopped", "Error: stopped"])
    expect([asked(), heads.size]).to.deep.equal([[], 0])
    expect(await reasonOf(sender.settled())).to.equal("Error: stopped")
  })

  it("is settled once nothing that the account has sent will still be mined, and then looks no more", async () => {
    const counts = { latest: 4, pending: 5 }
    const waiting = { list: [at(1), account.address.toLowerCase() as Hex] }
    const { sender, asked, head } = open({ counts, waiting })
    let isSettled = false
    const settled = sender.settled().then(() => (isSettled = true))
    await head()
    expect([isSettled, new Set(asked())]).to.deep.equal([
      false,
      new Set(["eth_pendingTransactions", "eth_getTransactionCount latest", "eth_getTransactionCount pending"]),
    ])
    // What waits for an earlier nonce is not mined.
    counts.latest = 5
    await head()
    await settled
    asked()
    await sender.settled()
    expect(asked()).to.deep.equal([])
    const alone = open({ waiting: { list: [at(1)] } })
    await alone.sender.settled()
    expect(alone.asked()).to.deep.equal(["eth_pendingTransactions"])
  })
})
