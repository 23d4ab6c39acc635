import { expect } from "chai"
import { describe, it } from "mocha"

import {
  addressesQuery,
  detailsByTxHashQuery,
  forwarderAddressQuery,
  timeoutQuery,
} from "#src/gateway/wire/querySchemas.js"
import { contractId, txHash } from "#test/fixtures/wire/gatewayRequests.js"

const target = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const zero = `0x${"0".repeat(40)}`

describe("query schemas", () => {
  it("parse the parameters of a query string", () => {
    expect(detailsByTxHashQuery.parse({ txHash: txHash.toUpperCase().replace("X", "x") })).to.deep.equal({ txHash })
    expect(
      addressesQuery.parse({ appGatewayAddress: target.toLowerCase(), contractId, chainSlug: "41001" }),
    ).to.deep.equal({
      appGatewayAddress: target,
      contractId,
      chainSlug: 41001,
    })
    expect(forwarderAddressQuery.parse({ onChainAddress: target, chainSlug: "1" })).to.deep.equal({
      onChainAddress: target,
      chainSlug: 1,
    })
    expect(timeoutQuery.parse({ txHash: "", target })).to.deep.include({ target })
  })

  it("report missing parameters by name", () => {
    expect(detailsByTxHashQuery.safeParse({}).error?.issues[0]?.message).to.equal("missing field : txHash")
    expect(addressesQuery.safeParse({}).error?.issues.map(({ message }) => message)).to.deep.equal([
      "missing field : appGatewayAddress",
      "missing field : contractId",
      "missing field : chainSlug",
    ])
    expect(forwarderAddressQuery.safeParse({ chainSlug: "1" }).error?.issues[0]?.message).to.equal(
      "missing field : onChainAddress",
    )
    for (const nothing of [{}, { txHash: "", timeoutId: "", target: "" }]) {
      expect(timeoutQuery.safeParse(nothing).error?.issues[0]?.message).to.equal(
        "missing field : txHash, timeoutId or target",
      )
    }
  })

  it("refuse invalid parameters and say how to fix them", () => {
    const bad = [
      [timeoutQuery, "target", { target: zero }],
      [timeoutQuery, "txHash", { txHash: "0x12", target }],
      [addressesQuery, "contractId", { appGatewayAddress: target, contractId: "0x12", chainSlug: "1" }],
      [forwarderAddressQuery, "chainSlug", { onChainAddress: target, chainSlug: "alpha" }],
    ] as const
    for (const [schema, name, query] of bad) {
      const issue = schema.safeParse(query).error?.issues[0]
      expect(issue?.path).to.deep.equal([name])
      expect(issue?.message).to.match(/\. Give /)
    }
  })
})
