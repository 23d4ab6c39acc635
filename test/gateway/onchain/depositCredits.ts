import { expect } from "chai"
import { describe, it } from "mocha"
import { decodeFunctionData } from "viem/utils"

import { feesPlugAbi } from "#src/gateway/onchain/abi.js"
import { depositCredits, type DepositCreditsParameters } from "#src/gateway/onchain/depositCredits.js"
import { failure } from "#test/fixtures/failure.js"
import { type FakeChain, revert } from "#test/fixtures/nodes/fakeChain.js"
import { chainWithFeesPlug, deposit, depositLog } from "#test/fixtures/worlds/gateway/fakeFeesPlug.js"

const { feesPlug, token, receiver } = deposit

/** The transactions that were sent to the fees plug. */
function sentTo({ sent }: FakeChain): { functionName: string; args: readonly unknown[] }[] {
  return sent
    .filter(({ to }) => to === feesPlug)
    .map(({ data }) => decodeFunctionData({ abi: feesPlugAbi, data }) as never)
}

describe("depositCredits", () => {
  it("converts a tenth or all to native tokens", async () => {
    for (const [toNative, functionName] of [
      ["tenth", "depositCreditAndNative"],
      ["all", "depositToNative"],
    ] as const) {
      const chain = chainWithFeesPlug({ allowance: 500n })
      const { approvals } = await depositCredits(chain.client, chain.client, { ...deposit, toNative })
      expect(approvals).to.deep.equal([])
      expect(sentTo(chain)).to.deep.equal([{ functionName, args: [token, receiver, 500n] }])
    }
  })

  it("approves nothing for a token that the fees plug does not accept", async () => {
    const chain = chainWithFeesPlug({ refuses: revert(feesPlugAbi, "TokenNotWhitelisted", [token]) })
    const error = await failure(depositCredits(chain.client, chain.client, deposit))
    expect(error.code).to.equal("CALL_REVERTED")
    expect(error.message).to.contain("TokenNotWhitelisted")
    expect(error.next).to.be.a("string")
    expect(chain.sent).to.deep.equal([])
  })

  it("reports other reverts of the fees plug after the approval", async () => {
    const chain = chainWithFeesPlug({ refuses: revert() })
    expect((await failure(depositCredits(chain.client, chain.client, deposit))).code).to.equal("CALL_REVERTED")
    expect(chain.sent.map(({ to }) => to)).to.deep.equal([token])
  })

  it("does not accept another contract's log, or no log, as a deposit", async () => {
    for (const logs of [[], [depositLog(receiver, 500n, 0n)]]) {
      const chain = chainWithFeesPlug({ logs })
      expect((await failure(depositCredits(chain.client, chain.client, deposit))).code).to.equal("WRONG_CONTRACT")
    }
  })

  it("refuses invalid parameters by name, and sends nothing", async () => {
    const bad: [Partial<Record<keyof DepositCreditsParameters, unknown>>, RegExp][] = [
      [{ feesPlug: "0x12" }, /^Argument "feesPlug": /],
      [{ token: token.toLowerCase().replace("5fb", "5FB") }, /^Argument "token": .*checksum/],
      [{ receiver: `0x${"0".repeat(40)}` }, /^Argument "receiver": /],
      [{ amount: 0n }, /^Argument "amount": /],
      [{ amount: -1n }, /^Argument "amount": /],
      [{ amount: 2n ** 256n }, /^Argument "amount": /],
      [{ toNative: "half" }, /^Argument "toNative": .*tenth, all/],
    ]
    for (const [parameters, says] of bad) {
      const chain = chainWithFeesPlug()
      const call = depositCredits(chain.client, chain.client, { ...deposit, ...(parameters as object) })
      expect((await failure(call)).message).to.match(says)
      expect(chain.sent).to.deep.equal([])
    }
  })
})
