import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeAbiParameters, type Hex, keccak256, numberToHex, parseAbiParameters } from "viem"

import {
  decodeGatewayMessage,
  gatewayAbi,
  readCarriedMessage,
  readCarriedMessages,
  whyNotReceived,
} from "#src/messaging/onchain/standard/gatewayMessage.js"
import { encodeInteroperableAddress } from "#src/messaging/onchain/standard/interoperableAddress.js"
import {
  decodeRelayAttribute,
  encodeRelayAttribute,
  relaySelector,
} from "#src/messaging/onchain/standard/relayAttribute.js"
import { createViewNode, type ViewNodeOptions } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [gateway, sender, recipient] = [at(0xa1), at(0x11), at(0x12)]
const parts = { sendId: bytes32(7), sender, recipient, gasLimit: 200_000n, payload: "0xabcd" } as const
const encoded = encodeAbiParameters(parseAbiParameters("bytes32, address, address, uint256, bytes"), [
  parts.sendId,
  sender,
  recipient,
  parts.gasLimit,
  parts.payload,
])

describe("a message of ERC-7786", () => {
  it("is read from the very encoding of one", () => {
    expect(decodeGatewayMessage(encoded)).to.deep.equal(parts)
    expect(decodeGatewayMessage(encoded.toUpperCase().replace("0X", "0x") as Hex)).to.deep.equal(parts)
    for (const other of [`${encoded}00`, encoded.slice(0, -2), "0x", "0x1234"] as const) {
      expect(decodeGatewayMessage(other as Hex), other).to.equal(undefined)
    }
  })

  type Views = ViewNodeOptions["views"] & object
  const views: Views = {
    supportsAttribute: (_, [selector]) => selector === relaySelector,
    chainIdOf: (_, [slug]) => (slug === 41_002 ? 77n : 0n),
  }
  const node = (more: Views = {}) =>
    createViewNode({
      ...{ abis: [gatewayAbi], views: { ...views, ...more } },
      methods: { eth_chainId: "0x9" },
    })
  const value = 5n
  const message = {
    ...{ srcPlug: gateway, dstChainSlug: 41_002, payload: encoded },
    executionParams: numberToHex((1n << 248n) | value, { size: 32 }),
  }
  const account = (chainId: bigint, address: Hex) => {
    return { chainId, address, encoded: encodeInteroperableAddress({ chainId, address }) }
  }
  const receiveId = keccak256(
    encodeAbiParameters(parseAbiParameters("uint256, address, bytes32"), [9n, gateway, parts.sendId]),
  )
  const whole = { ...parts, sender: account(9n, sender), recipient: account(77n, recipient), receiveId, value }

  it("is none of a plug that is no gateway, for a chain that it does not know, or where the node does not answer", async () => {
    const silent = (): never => {
      throw Object.assign(new Error("overloaded"), { code: -32_000 })
    }
    for (const client of [
      ...[
        node({ supportsAttribute: () => false }),
        node({ chainIdOf: () => 0n }),
        node({ supportsAttribute: undefined }),
      ],
      ...[node({ chainIdOf: silent }), createViewNode({ abis: [gatewayAbi], views })],
    ]) {
      expect(await readCarriedMessage(client, message)).to.equal(undefined)
    }
    // Nothing is asked about another payload.
    expect(await readCarriedMessage(node({ chainIdOf: silent }), { ...message, payload: "0x12" })).to.equal(undefined)
  })

  it("is found by the id of the message that carries it", async () => {
    const messages = [
      { ...message, messageId: bytes32(1) },
      { ...message, messageId: bytes32(2), payload: "0x12" },
      { ...message, messageId: bytes32(3) },
    ]
    const found = await readCarriedMessages(node(), messages as never)
    expect([...found]).to.deep.equal([1, 3].map((id) => [bytes32(id), whole]))
  })

  it("is not received for a reason that says what its recipient does, and what helps if not its owner", () => {
    const [received, empty, unaccepted, other, none] = [
      ...["AlreadyReceived", "AddressEmptyCode", "NotAccepted", "Full", undefined].map((name) => whyNotReceived(name)),
    ]
    expect([received?.fix, empty?.fix].map((fix) => typeof fix)).to.deep.equal(["string", "string"])
    expect(unaccepted).to.not.have.property("fix")
    expect([other, none]).to.deep.equal([{ says: "reverts" }, { says: "reverts" }])
    expect(new Set([received, empty, unaccepted, other].map((reason) => reason?.says)).size).to.equal(4)
  })
})

describe("the attribute requestRelay", () => {
  it("has no value for the recipient, and is read from its own encoding alone", () => {
    const attribute = { gasLimit: 200_000n, refundRecipient: recipient }
    expect(decodeRelayAttribute(encodeRelayAttribute(attribute))).to.deep.equal({ ...attribute, value: 0n })
    for (const other of ["0x", relaySelector, "0x12345678"] as const) {
      expect(() => decodeRelayAttribute(other), other)
        .to.throw()
        .with.property("argument", "attribute")
    }
  })
})
