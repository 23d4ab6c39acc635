import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, decodeFunctionData, encodeErrorResult, getAddress, type Hex, parseEther } from "viem"

import { type Remedy, writeRemedy } from "#src/explaining/remedy.js"
import { payerCause, readUnwillingPayer, type UnwillingPayer } from "#src/gateway/explaining/calls/payer.js"
import { feesManagerAbi } from "#src/gateway/onchain/abi.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { gatewayCase } from "#test/fixtures/wire/gatewayFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const account = getAddress(`0x${"a".repeat(40)}`)
const appGateway = getAddress(`0x${"b".repeat(40)}`)
const reading = gatewayCase()
const { feesManager } = reading.gateway

/** With any of its errors by name. */
const anyError: Abi = feesManagerAbi

describe("readUnwillingPayer", () => {
  const asked: string[] = []
  const { client } = fakeNode(({ params }) => {
    const [{ to, data }] = params as [{ to: Hex; data: Hex }]
    const { functionName, args } = decodeFunctionData({ abi: feesManagerAbi, data })
    asked.push(`${to} ${functionName} ${(args as readonly Hex[]).join(",")}`)
    return bytes32(1)
  })
  const read = async (data: Hex) => {
    asked.length = 0
    return await readUnwillingPayer({ ...reading.gateway, client }, data)
  }
  const error = (errorName: "InsufficientCredits" | "NotApproved" | "InvalidAmount", args: readonly unknown[]) =>
    encodeErrorResult({ abi: anyError, errorName, args })

  it("reads what the account has by now, or whether it has approved by now, and nothing else", async () => {
    expect(await read(error("InsufficientCredits", [account, 9n, 4n]))).to.deep.equal({
      ...{ reason: "credits", account, required: 9n, available: 4n, availableNow: 1n },
    })
    expect(asked).to.deep.equal([`${feesManager} getAvailableCredits ${account}`])
    expect(await read(error("NotApproved", [account, appGateway]))).to.deep.equal({
      ...{ reason: "approval", account, appGateway, isApprovedNow: true },
    })
    expect(asked).to.deep.equal([`${feesManager} isApproved ${account},${appGateway}`])
    for (const data of [error("InvalidAmount", []), "0x", "0x12345678"] as const) {
      expect([await read(data), asked]).to.deep.equal([undefined, []])
    }
  })
})

describe("payerCause", () => {
  const call = { source: "gateway, block 4", what: "The call", about: bytes32(3), then: "send it again" }
  const causeOf = (payer: UnwillingPayer) => payerCause(reading, payer, call)
  const credits = (availableNow: bigint) =>
    causeOf({ reason: "credits", account, required: parseEther("3"), available: parseEther("1"), availableNow })

  it("deposits exactly what is missing by now", () => {
    const { fix, evidence, says, ...cause } = credits(parseEther("0.5"))
    expect(cause).to.deep.equal({ name: "credits-missing", about: bytes32(3) })
    expect(fix).to.deep.include({ command: `npx hardhat gateway topup ${account} --amount 2.5` })
    expect(JSON.stringify(fix)).to.contain("send it again")
    expect(says)
      .to.contain("needs 3 credits")
      .and.to.contain("has 0.5 credits")
      .and.to.contain("2.5 credits are missing")
    expect(evidence.map(({ source }) => source)).to.deep.equal(["gateway, block 4", "gateway, block 90"])
    expect(evidence[0]!.says).to.contain(`required: ${parseEther("3")}, available: ${parseEther("1")}`)
    expect(evidence[1]!.says).to.contain(`is ${parseEther("0.5")}`)
    expect(credits(parseEther("3") - 1n).fix).to.deep.include({
      command: `npx hardhat gateway topup ${account} --amount 0.000000000000000001`,
    })
  })

  it("S-16 deposits nothing for an account that the project does not know", async () => {
    const { fix } = credits(1n)
    const known = await writeRemedy(fix as Remedy, (place) => place.address === account)
    expect(known.command).to.contain(`gateway topup ${account} `)
    const strange = await writeRemedy(fix as Remedy, (place) => place.address === appGateway)
    expect(strange.command).to.equal(null)
    expect(strange.who).to.contain("plugs.contracts").and.to.contain(account)
    const undeclared = { who: "deposit them", command: known.command }
    expect((await writeRemedy(undeclared, () => true)).command).to.equal(null)
  })

  it("has nothing to deposit for an account that has enough by now", () => {
    for (const now of ["3", "4"]) {
      const cause = credits(parseEther(now))
      expect(cause).to.include({ name: "credits-missing", about: bytes32(3), fix: "send it again" })
      expect(cause.says).to.contain(`: ${now} credits.`)
      expect(cause.evidence).to.have.length(2)
    }
  })

  it("deposits what was missing in a simulation of now, which may hold credits again before it spends them", () => {
    const seen = { required: parseEther("3"), available: parseEther("1"), availableNow: parseEther("4") }
    const { fix, says } = payerCause(reading, { reason: "credits", account, ...seen }, { ...call, isNow: true })
    expect(fix).to.deep.include({ command: `npx hardhat gateway topup ${account} --amount 2` })
    expect(says).to.contain("which has 4 credits, and by then 1 credits: 2 credits are missing")
  })

  it("asks the account for its approval until it has given it", () => {
    const approval = (isApprovedNow: boolean) => causeOf({ reason: "approval", account, appGateway, isApprovedNow })
    const missing = approval(false)
    expect(missing).to.include({ name: "not-approved", about: bytes32(3) })
    expect(missing.fix).to.deep.include({ by: "others", command: null })
    const approve = `approveAppGateway(${appGateway}, true) of the fees manager ${feesManager} on gateway; then send it again`
    expect(JSON.stringify(missing.fix)).to.contain(approve)
    expect(missing.evidence.map(({ source }) => source)).to.deep.equal(["gateway, block 4", "gateway, block 90"])
    expect(missing.evidence[1]!.says).to.match(/ is false\.$/)
    const given = approval(true)
    expect(given.fix).to.equal("send it again")
    expect(given.evidence[1]!.says).to.match(/ is true\.$/)
    expect(given.says).to.contain("has now")
    expect(missing.says).not.to.contain("has now")
  })
})
