import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { before, describe, it } from "mocha"

import { readExecuteArguments } from "#extras/swap/tasks/arguments/readExecuteArguments.js"
import { readSwapLimits } from "#extras/swap/tasks/arguments/readSwapLimits.js"
import { executeRows, resumeRows, tokensRows } from "#extras/swap/tasks/index.js"
import { readTokenQuery } from "#extras/swap/tasks/tokens.js"
import hardhatPlugs from "#src/index.js"
import { readRows } from "#src/plugin/arguments/readRows.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import { thrown } from "#test/fixtures/failure.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const account = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
describe("arguments of swaps", () => {
  let hre: HardhatRuntimeEnvironment
  before(async () => {
    hre = await createHardhatRuntimeEnvironment({
      plugins: [hardhatPlugs],
      plugs: { devnet: { chains: ["alpha", "beta"] } },
    })
  })
  type Args = Given<typeof executeRows>
  const execute = (given: Args) => readExecuteArguments(readRows(executeRows, { from: "alpha", ...given }), hre)
  const refused = (read: () => unknown) => thrown(read).facts["argument"]

  it("begin a swap, or resume one exactly as it began", () => {
    const swap = { amount: "1", token: "USDC", for: "DAI" }
    expect(execute(swap)).to.deep.include({ kind: "begin", choice: "best" })
    expect(execute({ ...swap, route: " Fastest " })).to.include({ choice: "fastest" })
    expect(execute({ resume: ` ${bytes32(9)} ` })).to.deep.include({
      kind: "resume",
      quoteId: bytes32(9),
      argument: "--resume",
    })
    expect(refused(() => execute({ token: "USDC", for: "DAI" }))).to.equal("amount")
    expect(refused(() => execute({ amount: "1", for: "DAI" }))).to.equal("token")
    expect(refused(() => execute({ amount: "1", token: "USDC" }))).to.equal("--for")
    const also: [Args, string][] = [
      [{ amount: "1" }, "amount"],
      [{ to: "beta" }, "--to"],
      [{ for: "DAI" }, "--for"],
      [{ receiver: account }, "--receiver"],
      [{ slippage: "1" }, "--slippage"],
      [{ provider: "mint" }, "--provider"],
      [{ without: "mint" }, "--without"],
      [{ route: "best" }, "--route"],
      [{ userOps: "deposit" }, "--user-ops"],
      [{ refundAddress: account }, "--refund-address"],
      [{ feeBps: "1" }, "--fee-bps"],
      [{ feeTaker: account }, "--fee-taker"],
    ]
    for (const [given, argument] of also) {
      expect(refused(() => execute({ resume: bytes32(9), ...given }))).to.equal(argument)
    }
  })

  it("are paid by a transaction, or by a deposit that always has an account for its refund", () => {
    const swap = { amount: "1", token: "USDC", for: "DAI" }
    const refundOf = (given: Args) => {
      const command = execute({ ...swap, ...given })
      return command.kind === "begin" ? command.swapRequest.refundAddress : "resumed"
    }
    expect(refundOf({})).to.equal(undefined)
    expect(refundOf({ userOps: " TX " })).to.equal(undefined)
    expect(refundOf({ userOps: "Deposit", refundAddress: account })).to.equal(account)
    expect(refused(() => refundOf({ userOps: "deposit" }))).to.equal("--refund-address")
    expect(refused(() => refundOf({ refundAddress: account }))).to.equal("--refund-address")
    expect(refused(() => refundOf({ userOps: "cash" }))).to.equal("--user-ops")
    const providers = { provider: "mint,press", without: "curve" }
    expect(execute({ ...swap, ...providers }))
      .to.have.nested.property("swapRequest.excludeProvider")
      .that.deep.equals(["curve"])
    expect(refused(() => execute({ ...swap, provider: "mint,press", without: "press" }))).to.equal("--without")
    expect(refused(() => execute({ ...swap, amount: "0.0" }))).to.equal("amount")
  })

  it("say how far a swap may go", () => {
    const read = (given: Given<typeof resumeRows>) => readSwapLimits(readRows(resumeRows, given))
    expect(read({})).to.deep.include({
      allowed: [],
      acceptLoss: undefined,
      minOut: undefined,
      acceptUndecoded: false,
      yes: false,
    })
    const given = {
      allowTarget: account.toLowerCase(),
      acceptLoss: " 20 % ",
      minOut: "9.9",
      timeout: "10m",
      yes: true,
      acceptUndecoded: true,
    }
    expect(read(given)).to.deep.include({
      ...{ allowed: [account], acceptLoss: 20, minOut: "9.9", waitOptions: { timeout: 600_000 } },
      ...{ yes: true, acceptUndecoded: true },
    })
    for (const acceptLoss of ["0", "12.5", "100%"])
      expect(read({ acceptLoss }).acceptLoss).to.equal(Number.parseFloat(acceptLoss))
    for (const acceptLoss of ["100.1", "-1", "many"])
      expect(refused(() => read({ acceptLoss }))).to.equal("--accept-loss")
    for (const minOut of ["0", "1e3"]) expect(refused(() => read({ minOut }))).to.equal("--min-out")
    expect(refused(() => read({ allowTarget: "0x12" }))).to.equal("--allow-target")
  })

  it("say which tokens to show", () => {
    const read = (given: Given<typeof tokensRows>) => readTokenQuery(readRows(tokensRows, given), hre.config)
    expect(read({})).to.deep.equal({ search: undefined, chainIds: undefined, list: undefined, userAddress: undefined })
    expect(read({ search: " usd ", chains: "alpha,41002,alpha", account })).to.deep.include({
      ...{ search: "usd", chainIds: [41001, 41002], userAddress: account },
    })
    expect(read({ list: "trending", chains: "beta" })).to.deep.equal({
      ...{ search: undefined, chainIds: [41002], list: "trending", userAddress: undefined },
    })
    expect(refused(() => read({ search: "  " }))).to.equal("search")
    expect(refused(() => read({ search: "usd", list: "trending" }))).to.equal("--list")
    expect(refused(() => read({ list: "none of them" }))).to.equal("--list")
    expect(refused(() => read({ chains: "nowhere" }))).to.equal("--chains")
    expect(refused(() => read({ account: "me" }))).to.equal("--account")
  })
})
