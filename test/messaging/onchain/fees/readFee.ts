import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, encodeFunctionData } from "viem"
import { parseAccount } from "viem/utils"

import { protocolErrorsAbi } from "#src/messaging/onchain/abi.js"
import { readFee } from "#src/messaging/onchain/fees/readFee.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { account, createFakeChain, revert } from "#test/fixtures/nodes/fakeChain.js"
import { outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"
import { counterAbi, fakeSocket } from "#test/fixtures/worlds/messaging/fakePlug.js"

const call = { abi: counterAbi, address: srcPlug, functionName: "add", args: [41002, 5n] } as const
const data = encodeFunctionData(call)

type Played = {
  /** What the plug does with a value; it throws to revert. */
  readonly takes: (value: bigint) => void
  readonly messages?: number
  /** What a message costs by the socket. */
  readonly price?: bigint
  readonly canTrace?: boolean
  readonly balance?: bigint
}

/** The fee that is found for a call with a value of its own, or the code of the error. */
async function read(ownValue: bigint, { takes, messages = 1, price = 100n, ...options }: Played) {
  const { client } = createFakeChain({
    ...options,
    contracts: {
      [socket]: fakeSocket(price),
      [srcPlug]: {
        abi: counterAbi,
        answer({ value }) {
          takes(value)
        },
        effectsOf: () => ({
          logs: Array.from({ length: messages }, (_, index) => outboundLogs(index + 1)).flat(),
          refund: 0n,
        }),
      },
    },
  })
  const unpaid = {
    ...{ call: { ...call, value: ownValue }, account: parseAccount(account), socket, data },
    explainRevert: () => new Error("explained"),
  }
  try {
    return await readFee(client, unpaid)
  } catch (error) {
    return isPlugsError(error) ? error.code : String(error)
  }
}

const refuse = (name: string, args: readonly unknown[] = [], abi: Abi = counterAbi): never => {
  throw revert(abi, name, args)
}
/** A plug that reports its fee, of which it takes a part out of what comes with the call. */
const reporting = (required: bigint, provided?: bigint) => (value: bigint) => {
  if (value < required) refuse("InsufficientFees", [required, provided ?? value])
}
const found = (fee: bigint) => ({ fee, isExact: false })

describe("readFee", () => {
  it("is what the plug reports, beside the call's own value", async () => {
    expect(await read(0n, { takes: reporting(100n) })).to.deep.equal(found(100n))
    expect(await read(0n, { takes: () => undefined })).to.deep.equal(found(0n))
    // The rest is for the function, as what the messages cost shows.
    const own = { takes: reporting(150n), price: 150n }
    expect(await read(50n, own)).to.deep.equal(found(150n))
    expect(await read(50n, { ...own, price: 100n })).to.deep.equal(found(100n))
    expect(await read(50n, { ...own, canTrace: false })).to.deep.equal(found(100n))
    expect(await read(50n, { ...own, messages: 0 })).to.deep.equal(found(100n))
    expect(await read(50n, { ...own, price: 0n })).to.deep.equal(found(100n))
  })

  it("is no more than the call takes", async () => {
    const exact = (value: bigint) => {
      if (value < 150n) refuse("InsufficientFees", [150n, value])
      if (value > 150n) refuse("TooMuch", [value])
    }
    expect(await read(50n, { takes: exact, price: 150n })).to.deep.equal(found(100n))
    const upTo = (value: bigint) => {
      if (value < 150n) refuse("InsufficientFees", [150n, value])
      if (value > 170n) refuse("TooMuch", [value])
    }
    expect(await read(50n, { takes: upTo, price: 120n })).to.deep.equal(found(120n))
    expect(await read(50n, { takes: upTo, price: 121n })).to.deep.equal(found(100n))
  })

  it("is not believed where the plug asks for less than it has, or speaks of another value", async () => {
    const always = (required: bigint, provided: bigint) => () => refuse("InsufficientFees", [required, provided])
    expect(await read(50n, { takes: always(50n, 50n) })).to.equal("Error: explained")
    expect(await read(50n, { takes: always(49n, 50n) })).to.equal("Error: explained")
    expect(await read(50n, { takes: always(51n, 49n) })).to.equal("FEE_NOT_CREDIBLE")
    expect(await read(0n, { takes: always(51n, 1n) })).to.equal("FEE_NOT_CREDIBLE")
    expect(await read(0n, { takes: always(0n, 0n) })).to.equal("Error: explained")
  })

  it("is found in simulations where the plug reverts without saying it, and not where it reverts for something else", async () => {
    const silent = (value: bigint) => {
      if (value < 100n) refuse("InsufficientFees", [], protocolErrorsAbi)
    }
    expect(await read(0n, { takes: silent })).to.deep.equal(found(100n))
    expect(await read(0n, { takes: silent, canTrace: false })).to.equal("FEE_NOT_FOUND")
    expect(await read(0n, { takes: () => refuse("TooMuch", [5n]) })).to.equal("Error: explained")
    const down = () => {
      throw Object.assign(new Error("overloaded"), { code: -32_000 })
    }
    expect(await read(0n, { takes: down })).to.equal("Error: explained")
  })

  it("is nothing where the plug pays itself, and what its messages cost where it takes that out of the call's value", async () => {
    expect(await read(50n, { takes: () => undefined })).to.deep.equal(found(0n))
    const allOrNothing = (value: bigint) => {
      if (value > 0n && value < 50n) refuse("TooMuch", [value])
    }
    expect(await read(50n, { takes: allOrNothing })).to.deep.equal(found(0n))
    const taking = (value: bigint) => {
      if (value < 50n) refuse("TooMuch", [value])
    }
    expect(await read(50n, { takes: taking })).to.deep.equal(found(100n))
    const wanting = (value: bigint) => {
      if (value < 1n) refuse("TooMuch", [value])
    }
    expect(await read(1n, { takes: wanting })).to.deep.equal(found(100n))
    expect(await read(50n, { takes: taking, messages: 0 })).to.deep.equal(found(0n))
    expect(await read(50n, { takes: taking, canTrace: false })).to.deep.equal(found(0n))
  })

  it("is not read for an account that cannot pay the call's own value", async () => {
    expect(await read(50n, { takes: () => undefined, balance: 49n })).to.equal("INSUFFICIENT_BALANCE")
    expect(await read(50n, { takes: () => undefined, balance: 50n })).to.deep.equal(found(0n))
  })
})
