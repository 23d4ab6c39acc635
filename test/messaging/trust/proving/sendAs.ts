import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address, TransactionReceipt } from "viem"
import { decodeFunctionData, size } from "viem/utils"

import type { ChainCopy } from "../../../../src/messaging/trust/proving/openCopy.js"
import { sendAs } from "../../../../src/messaging/trust/proving/sendAs.js"
import { safeAbi } from "../../../../src/messaging/trust/safeAbi.js"
import type { Account } from "../../../../src/messaging/trust/TrustFacts.js"
import { createViewNode } from "../../../fixtures/nodes/viewNode.js"
import { bytes32 } from "../../../fixtures/wire/messages.js"
import { at } from "../../../fixtures/wire/trustFacts.js"

const [one, two, three, target] = [at(0x1), at(0x2), at(0x3), at(0x7a)]
const safes = [0x51, 0x52, 0x53, 0x54, 0x55, 0x56].map((digit) => at(digit))
const [safe, inner] = safes as [Address, Address]
const safeOf = (signers: readonly Address[], threshold: number, modules: readonly Address[] = []): Account => ({
  ...{ kind: "Safe", signers, threshold, modules },
})

/** Sends as an account, with these keys, and lists what was sent to do so. */
async function send(
  from: Address,
  accounts: Readonly<Record<Address, Account>>,
  keys: readonly Address[],
  { isSafe = true }: { readonly isSafe?: boolean } = {},
) {
  const sent: string[] = []
  const views = isSafe ? { nonce: () => 7n, getTransactionHash: () => bytes32(9) } : {}
  const copy = {
    client: createViewNode({ abis: [safeAbi], views }),
    send: (by: Address, { to, data }: { readonly to: Address; readonly data: `0x${string}` }) => {
      if (to === target) sent.push(`${by} calls`)
      else {
        const { functionName, args } = decodeFunctionData({ abi: safeAbi, data })
        const signatures = functionName === "execTransaction" ? ` with ${size(args[9])} bytes` : ""
        sent.push(`${by} ${functionName} of ${to}${signatures}`)
      }
      return Promise.resolve({} as TransactionReceipt)
    },
  } as unknown as ChainCopy
  const { can, as } = sendAs(copy, new Map(Object.entries(accounts) as [Address, Account][]), new Set(keys))
  const receipt = await as(from, { to: target, data: "0x12" })
  return { can: can(from), isSent: receipt !== undefined, sent }
}

describe("sendAs", () => {
  it("sends as a key itself, and as nobody else", async () => {
    expect(await send(one, {}, [one])).to.deep.equal({ can: true, isSent: true, sent: [`${one} calls`] })
    const nothing = { can: false, isSent: false, sent: [] }
    expect(await send(two, {}, [one])).to.deep.equal(nothing)
    expect(await send(two, { [two]: { kind: "contract" } }, [one])).to.deep.equal(nothing)
  })

  it("has as many signers of a Safe approve as it takes, in the order of their addresses", async () => {
    const accounts = { [safe]: safeOf([three, two, one], 2) }
    expect(await send(safe, accounts, [one, three])).to.deep.equal({
      ...{ can: true, isSent: true },
      sent: [
        ...[one, three].map((by) => `${by} approveHash of ${safe}`),
        `${one} execTransaction of ${safe} with ${2 * 65} bytes`,
      ],
    })
    const all = await send(safe, accounts, [one, two, three])
    expect(all.sent.map((step) => step.split(" ")[0])).to.deep.equal([two, three, two])
    expect(await send(safe, accounts, [two])).to.deep.equal({ can: false, isSent: false, sent: [] })
  })

  it("takes a module of a Safe, which needs no signer", async () => {
    const { isSent, sent } = await send(safe, { [safe]: safeOf([one, two], 2, [three]) }, [three])
    expect([isSent, sent]).to.deep.equal([true, [`${three} execTransactionFromModule of ${safe}`]])
  })

  it("acts for a signer that is a Safe itself, up to four of them within each other", async () => {
    const nested = await send(safe, { [safe]: safeOf([inner], 1), [inner]: safeOf([one], 1) }, [one])
    expect(nested.sent).to.deep.equal([
      ...[`${one} approveHash of ${inner}`, `${one} execTransaction of ${inner} with 65 bytes`],
      `${inner} execTransaction of ${safe} with 65 bytes`,
    ])
    const chainOf = (length: number) =>
      Object.fromEntries(
        safes.slice(0, length).map((own, place) => [own, safeOf([place === length - 1 ? one : safes[place + 1]!], 1)]),
      )
    expect([(await send(safe, chainOf(4), [one])).can, (await send(safe, chainOf(5), [one])).can]).to.deep.equal([
      ...[true, false],
    ])
  })

  it("does nothing for what only looks like a Safe", async () => {
    const { isSent, sent } = await send(safe, { [safe]: safeOf([one], 1) }, [one], { isSafe: false })
    expect([isSent, sent]).to.deep.equal([false, []])
  })
})
