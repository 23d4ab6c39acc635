import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { type Address, getAddress, type Hex } from "viem"

import {
  decodeInteroperableAddress,
  decodeRelayAttribute,
  encodeInteroperableAddress,
  encodeRelayAttribute,
} from "#src/messaging/index.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

const account = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
const address = getAddress(`0x${account}`)
const addresses = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString("hex")}`))

function codeOf(run: () => unknown): unknown {
  try {
    run()
    return undefined
  } catch (error) {
    return isPlugsError(error) ? error.code : error
  }
}

describe("interoperable addresses", () => {
  it("have the form of ERC-7930", () => {
    const example = getAddress("0xd8da6bf26964af9d7eed9e03e53415d37aa96045")
    // The example of the standard: an account on the main chain.
    expect(encodeInteroperableAddress({ chainId: 1, address: example })).to.equal(
      "0x00010000010114d8da6bf26964af9d7eed9e03e53415d37aa96045",
    )
    expect(encodeInteroperableAddress({ chainId: 1729n, address })).to.equal(`0x000100000206c114${account}`)
  })

  it("come back from what they are encoded as, for every chain id", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), addresses, (chainId, owner) => {
        const decoded = decodeInteroperableAddress(encodeInteroperableAddress({ chainId, address: owner }))
        expect(decoded).to.deep.equal({ chainId, address: owner })
      }),
    )
  })

  it("are refused in any other form", () => {
    for (const encoded of [
      "",
      "0x",
      "0x0001000002",
      `0x000100000206c100`,
      `0x000100000014${account}`,
      `0x000200000206c114${account}`,
      `0x000100020206c114${account}`,
      `0x00010000030006c114${account}`,
      `0x000100000206c113${account.slice(2)}`,
      `0x000100000206c114${account}00`,
      `0x000100002106${"c1".repeat(32)}14${account}`,
      "no address at all, in words that are long enough",
    ]) {
      expect(
        codeOf(() => decodeInteroperableAddress(encoded)),
        encoded,
      ).to.equal("INVALID_INPUT")
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        const encoded: Hex = `0x${Buffer.from(bytes).toString("hex")}`
        expect(codeOf(() => decodeInteroperableAddress(encoded))).to.equal("INVALID_INPUT")
      }),
    )
  })
})

describe("the attribute requestRelay", () => {
  it("comes back from what it is encoded as", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), addresses, (gasLimit, refundRecipient: Address) => {
        const attribute = encodeRelayAttribute({ gasLimit, refundRecipient })
        expect(decodeRelayAttribute(attribute)).to.deep.equal({ value: 0n, gasLimit, refundRecipient })
      }),
    )
  })

  it("is refused if it is another one, or cut off", () => {
    const attribute = encodeRelayAttribute({ gasLimit: 1n, refundRecipient: address })
    for (const other of ["0x", "0x12345678", attribute.slice(0, -2)] as Hex[]) {
      expect(
        codeOf(() => decodeRelayAttribute(other)),
        other,
      ).to.equal("INVALID_INPUT")
    }
  })
})
