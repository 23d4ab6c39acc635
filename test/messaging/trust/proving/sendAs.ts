import { expect } from "chai"
import { describe, it } from "mocha"
import { concatHex, decodeFunctionData, type Hex, numberToHex, pad, zeroAddress } from "viem"

import type { ChainCopy } from "../../../../src/messaging/trust/proving/openCopy.js"
import { sendAs } from "../../../../src/messaging/trust/proving/sendAs.js"
import { safeAbi } from "../../../../src/messaging/trust/safeAbi.js"
import type { Account } from "../../../../src/messaging/trust/TrustFacts.js"
import { createViewNode } from "../../../fixtures/nodes/viewNode.js"
import { bytes32 } from "../../../fixtures/wire/messages.js"
import { at, ofSafe } from "../../../fixtures/wire/trustFacts.js"

const safe = (threshold: number, signers: readonly number[], modules: readonly number[] = []): Account => ({
  ...{ ...ofSafe, threshold, signers: signers.map(at), modules: modules.map(at) },
})

/** Who sends for some keys among accounts, and what is sent then. */
function senderOf(keys: readonly number[], accounts: Readonly<Record<number, Account>>, answersAsSafe = true) {
  const sent: unknown[] = []
  const views = { nonce: () => 7n, getTransactionHash: () => bytes32(9) }
  const client = createViewNode({ abis: [safeAbi], views: answersAsSafe ? views : {} })
  const send: ChainCopy["send"] = (from, { to, data, value }) => {
    const isOfSafe = data.length > 10
    const { functionName, args } = isOfSafe
      ? decodeFunctionData({ abi: safeAbi, data })
      : { functionName: data, args: [] }
    sent.push([Number(from), Number(to), functionName, ...args, ...(value === undefined ? [] : [value])])
    return Promise.resolve({ logs: [] } as never)
  }
  const known = new Map(Object.entries(accounts).map(([number, account]) => [at(Number(number)), account] as const))
  const copy = { client, send } as ChainCopy
  return { ...sendAs(copy, known, new Set(keys.map(at))), sent }
}

const call = { to: at(0x99), data: "0x12", value: 5n } as const
const values = [call.to, 5n, "0x12", 0, 0n, 0n, 0n, zeroAddress, zeroAddress] as const
const approved = (...numbers: readonly number[]): Hex =>
  concatHex(numbers.flatMap((one) => [pad(at(one)), numberToHex(0, { size: 32 }), "0x01" as const]))

describe("sendAs", () => {
  it("acts for a key of its own, for a Safe by its threshold or a module, and for Safes in Safes, four deep", () => {
    const chain = { 10: safe(1, [11]), 11: safe(1, [12]), 12: safe(1, [13]), 13: safe(1, [1]) }
    const can = (keys: readonly number[], accounts: Readonly<Record<number, Account>>, number: number): boolean =>
      senderOf(keys, accounts).can(at(number))
    expect([can([1], {}, 1), can([1], {}, 2), can([1], { 2: { kind: "contract" } }, 2)]).to.deep.equal([
      ...[true, false, false],
    ])
    const two = { 5: safe(2, [1, 2, 3], [4]) }
    expect([[1, 2], [1, 3], [4], [1], [9]].map((keys) => can(keys, two, 5))).to.deep.equal([
      ...[true, true, true, false, false],
    ])
    expect(can([1], chain, 10)).to.equal(true)
    expect(can([1], { ...chain, 9: safe(1, [10]) }, 9)).to.equal(false)
    expect(can([1], { 5: safe(1, [5]) }, 5)).to.equal(false)
  })

  it("sends as a key by itself, and as nobody else", async () => {
    const own = senderOf([1], { 5: safe(2, [1, 2]) })
    expect(await own.as(at(1), call)).to.not.equal(undefined)
    expect(own.sent.splice(0)).to.deep.equal([[1, 0x99, "0x12", 5n]])
    for (const stranger of [2, 5]) expect(await own.as(at(stranger), call)).to.equal(undefined)
    expect(own.sent).to.deep.equal([])
  })

  it("sends as a Safe by the approvals of as many signers as it takes, in the order of their addresses", async () => {
    const owners = senderOf([3, 1, 2], { 5: safe(2, [3, 8, 1, 2]) })
    expect(await owners.as(at(5), call)).to.not.equal(undefined)
    expect(owners.sent).to.deep.equal([
      [1, 5, "approveHash", bytes32(9)],
      [3, 5, "approveHash", bytes32(9)],
      [1, 5, "execTransaction", ...values, approved(1, 3)],
    ])
    const without = senderOf([1], { 5: safe(1, [1]) })
    await without.as(at(5), { to: call.to, data: "0x12" })
    expect(without.sent.at(-1)).to.deep.equal([1, 5, "execTransaction", call.to, 0n, ...values.slice(2), approved(1)])
    expect(await senderOf([1], { 5: safe(1, [1]) }, false).as(at(5), call)).to.equal(undefined)
  })

  it("sends as a Safe by a module alone, and by a signer that is a Safe itself", async () => {
    const module = senderOf([1, 4], { 5: safe(1, [1], [6, 4]) })
    await module.as(at(5), call)
    expect(module.sent).to.deep.equal([[4, 5, "execTransactionFromModule", call.to, 5n, "0x12", 0]])
    const inner = senderOf([1], { 5: safe(1, [6]), 6: safe(1, [1]) })
    await inner.as(at(5), call)
    const names = inner.sent.map((one) => (one as readonly [number, number, string]).slice(0, 3))
    expect(names).to.deep.equal([
      [1, 6, "approveHash"],
      [1, 6, "execTransaction"],
      [6, 5, "execTransaction"],
    ])
  })
})
