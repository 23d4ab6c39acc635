import { expect } from "chai"
import { describe, it } from "mocha"

import { digestOf, payloadDigest } from "#src/devnet/gateway/actors/executeParams.js"
import type { CallType } from "#src/gateway/states.js"
import { zeroAddress } from "#src/primitives/address.js"
import { payloadRecord } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [app, target, socket] = [1, 2, 3].map((digit): `0x${string}` => `0x${String(digit).repeat(40)}`) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]

describe("what the watcher signs of a payload", () => {
  const params = { payloadId: bytes32(1), appGateway: app, target, callData: "0xda", value: 5n, gasLimit: 7n } as const
  const { options } = payloadRecord()
  const payload = (callType: CallType, chainSlug = 41_001) =>
    payloadRecord({ ...params, callType, chainSlug, options: { ...options, value: 5n, gasLimit: 7n } })
  const sockets = new Map([[41_001, socket]])

  it("is for the socket of its chain, and for none where it makes no transaction", () => {
    for (const callType of ["WRITE", "DEPLOY", "DISTRIBUTE_FEE"] as const) {
      expect(payloadDigest(payload(callType), sockets)).to.equal(digestOf(params, { chainSlug: 41_001, socket }))
    }
    const forNone = digestOf(params, { chainSlug: 41_001, socket: zeroAddress })
    for (const callType of ["READ", "SCHEDULE"] as const) {
      expect(payloadDigest(payload(callType), sockets)).to.equal(forNone)
      expect(payloadDigest(payload(callType), new Map())).to.equal(forNone)
    }
  })

  it("is nothing on a chain that the gateway does not serve", () => {
    expect(() => payloadDigest(payload("WRITE", 41_002), sockets)).to.throw("does not serve the chain 41002")
  })
})
