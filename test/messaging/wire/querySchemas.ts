import { expect } from "chai"
import { describe, it } from "mocha"

import { estimateMinFeesQuery, messagesFromTxQuery } from "#src/messaging/wire/querySchemas.js"
import { srcTxHash } from "#test/fixtures/wire/messages.js"

const plug = "0x5FbDB2315678afecb367f032d93F642f64180aa3"

describe("query schemas", () => {
  const fees = {
    srcPlug: plug,
    srcChainSlug: "41001",
    dstChainSlug: "41002",
    msgGasLimit: "100000",
    payloadLength: "96",
  }

  it("parse the parameters of a query string", () => {
    expect(messagesFromTxQuery.parse({ srcChainSlug: "41001", srcTxHash })).to.deep.equal({
      srcChainSlug: 41001,
      srcTxHash,
    })
    expect(estimateMinFeesQuery.parse(fees)).to.deep.equal({
      srcPlug: plug,
      srcChainSlug: 41001,
      dstChainSlug: 41002,
      msgGasLimit: 100_000n,
      payloadLength: 96,
    })
  })

  it("report missing and empty parameters by name", () => {
    const { payloadLength, ...needed } = fees
    expect(estimateMinFeesQuery.safeParse(needed).success, `without the ${payloadLength} bytes`).to.equal(true)
    for (const name of Object.keys(needed)) {
      for (const query of [
        { ...fees, [name]: undefined },
        { ...fees, [name]: "" },
      ]) {
        const issues = estimateMinFeesQuery.safeParse(query).error?.issues
        expect(issues).to.have.length(1)
        expect(issues?.[0]).to.deep.include({ path: [name], message: `missing field : ${name}` })
      }
    }
    expect(messagesFromTxQuery.safeParse({}).error?.issues.map(({ message }) => message)).to.deep.equal([
      "missing field : srcChainSlug",
      "missing field : srcTxHash",
    ])
  })

  it("refuse invalid parameters and say how to fix them", () => {
    const bad = {
      srcPlug: ["0x12", plug.replace("F", "f"), `0x${"0".repeat(40)}`],
      srcChainSlug: ["alpha", "-1", "1.5", "4294967296"],
      msgGasLimit: ["0x10", "1e6", "-1"],
      payloadLength: ["1.5", "ninety"],
    }
    for (const [name, values] of Object.entries(bad)) {
      for (const value of values) {
        const issue = estimateMinFeesQuery.safeParse({ ...fees, [name]: value }).error?.issues[0]
        expect(issue?.path, value).to.deep.equal([name])
        expect(issue?.message, value).to.match(/\. (Give|Copy) /)
      }
    }
  })
})
