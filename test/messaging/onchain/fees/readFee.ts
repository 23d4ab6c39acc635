import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeFunctionData } from "viem"
import { parseAccount } from "viem/utils"

import { plugAbi, protocolErrorsAbi } from "../../../../src/messaging/onchain/abi.js"
import { readFee } from "../../../../src/messaging/onchain/fees/readFee.js"
import { outboundLogs, socket, srcPlug } from "../../../fixtures/wire/outboundLogs.js"
import { counterAbi, fakeSocket } from "../../../fixtures/worlds/messaging/fakePlug.js"
import { account, createFakeChain, type FakeChainOptions, revert } from "../../../fixtures/worlds/swap/fakeChain.js"

const call = { abi: counterAbi, address: srcPlug, functionName: "add", args: [41002, 5n] } as const
const explained = new Error("as the caller explains it")

type Played = FakeChainOptions & {
  /** What the call has for its own use. Default: 5,000. */
  readonly own?: bigint
  /** How the plug reverts with this value, if it does. */
  readonly refuses?: (value: bigint) => Error | undefined
  /** What the socket asks for a message. Default: 1,000. */
  readonly minimum?: bigint
  readonly messages?: number
}

/** Reads the fee of a call of a plug, or the code of the error. */
async function read({ own = 5_000n, refuses, minimum = 1_000n, messages = 1, ...options }: Played) {
  const plug = {
    abi: counterAbi,
    answer({ value }: { readonly value: bigint }) {
      const error = refuses?.(value)
      if (error !== undefined) throw error
      return undefined
    },
    effectsOf: () => ({ logs: Array.from({ length: messages }, (_, at) => outboundLogs(at + 1)).flat(), refund: 0n }),
  }
  const { client } = createFakeChain({ contracts: { [socket]: fakeSocket(minimum), [srcPlug]: plug }, ...options })
  const unpaid = {
    call: { ...call, value: own },
    account: parseAccount(account),
    socket,
    data: encodeFunctionData(call),
  }
  return await readFee(client, { ...unpaid, explainRevert: () => explained }).catch((error: unknown) =>
    error === explained ? "explained" : (error as { code: string }).code,
  )
}
const reports = (required: bigint, provided?: bigint) => (value: bigint) =>
  value >= required ? undefined : revert(plugAbi, "InsufficientFees", [required, provided ?? value])
const refused = revert(protocolErrorsAbi, "InsufficientFees")
const plainly =
  (least: bigint, most = 10n ** 30n) =>
  (value: bigint) =>
    value < least || value > most ? refused : undefined
const fee = (amount: bigint) => ({ fee: amount, isExact: false })

describe("readFee", () => {
  it("is nothing for a call that needs nothing attached, or whose plug pays itself", async () => {
    expect(await read({ own: 0n })).to.deep.equal(fee(0n))
    expect(await read({})).to.deep.equal(fee(0n))
  })

  it("is in addition to the call's own value, out of which the plug would take it", async () => {
    expect(await read({ refuses: plainly(5_000n) })).to.deep.equal(fee(1_000n))
    expect(await read({ refuses: plainly(5_000n), messages: 3 })).to.deep.equal(fee(3_000n))
    // As of a plug that takes exactly this amount, one that sends nothing, one whose messages are free, and a node that shows nothing.
    expect(await read({ refuses: plainly(5_000n, 5_000n) })).to.deep.equal(fee(0n))
    expect(await read({ refuses: plainly(5_000n), messages: 0 })).to.deep.equal(fee(0n))
    expect(await read({ refuses: plainly(5_000n), minimum: 0n })).to.deep.equal(fee(0n))
    expect(await read({ refuses: plainly(5_000n), canTrace: false })).to.deep.equal(fee(0n))
  })

  it("is what the plug reports, less what is attached, unless its messages cost less than it lacks", async () => {
    expect(await read({ own: 0n, refuses: reports(1_300n) })).to.deep.equal(fee(1_300n))
    expect(await read({ refuses: reports(5_700n) })).to.deep.equal(fee(1_000n))
    expect(await read({ refuses: reports(5_700n), messages: 0 })).to.deep.equal(fee(700n))
    expect(await read({ refuses: reports(6_800n) })).to.deep.equal(fee(1_800n))
  })

  it("is not believed where the plug reports what cannot be", async () => {
    expect(await read({ refuses: () => revert(plugAbi, "InsufficientFees", [5_000n, 5_000n]) })).to.equal("explained")
    expect(await read({ refuses: reports(9_000n, 4_999n) })).to.equal("FEE_NOT_CREDIBLE")
    expect(await read({ refuses: reports(9_000n, 5_001n) })).to.equal("FEE_NOT_CREDIBLE")
  })

  it("is looked for where the plug says only that it is too little, or something else", async () => {
    expect(await read({ own: 0n, refuses: plainly(1_000n) })).to.deep.equal(fee(1_000n))
    expect(await read({ own: 0n, refuses: plainly(1_001n) })).to.equal("FEE_NOT_FOUND")
    expect(await read({ own: 0n, refuses: () => revert(plugAbi, "OwnableUnauthorizedAccount", [account]) })).to.equal(
      "explained",
    )
  })

  it("is not known where the node does not say how the call ends, or the account has not even its own value", async () => {
    expect(await read({ broken: { eth_call: new Error("it is tired") } })).to.equal("explained")
    expect(await read({ balance: 4_999n })).to.equal("INSUFFICIENT_BALANCE")
  })
})
