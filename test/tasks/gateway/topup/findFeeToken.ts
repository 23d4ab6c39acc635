import { expect } from "chai"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { describe, it } from "mocha"
import { type Address, encodeAbiParameters, type Hex, toFunctionSelector } from "viem"

import { devnetFeeToken } from "#src/devnet/addresses.js"
import type { ContractBook } from "#src/plugin/contracts/ContractBook.js"
import { findFeeToken } from "#tasks/gateway/topup/openTopUp.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"

const chain = { name: "alpha", slug: 41_001, network: "alpha" }
const [pinned, elsewhere, own] = [at(0xa1), at(0xa2), at(0xa3)]

/** The token of the devnet calls itself USDX, as any other token could. */
async function find(text: string | undefined, deployment: string | undefined = "devnet"): Promise<Address> {
  const tokens = { alpha: { USDC: pinned }, beta: { EURC: elsewhere } }
  const hre = {
    config: { plugs: { gateway: { deployment }, swap: { tokens } } },
  } as unknown as HardhatRuntimeEnvironment
  const { client } = fakeNode({
    eth_call: ([{ data }]: readonly [{ readonly data: Hex }]) => {
      if (data === toFunctionSelector("symbol()")) return encodeAbiParameters([{ type: "string" }], ["USDX"])
      return encodeAbiParameters([{ type: "uint8" }], [6])
    },
  })
  const book = {
    names: (slug: number) => (slug === chain.slug ? ["Gold"] : ["Silver"]),
    find: (name: string) => Promise.resolve({ address: own, name }),
  } as unknown as ContractBook
  return await findFeeToken(hre, { text, chain, client, book })
}

describe("findFeeToken", () => {
  it("takes an address, a pinned symbol, a contract of the project or the devnet's token, however it is written", async () => {
    const cases = [
      [at(0xa4), at(0xa4)],
      [` ${at(0xa4)} `, at(0xa4)],
      ["USDC", pinned],
      [" usdc", pinned],
      ["gold", own],
      ["usdx", devnetFeeToken],
      [undefined, devnetFeeToken],
      [" ", devnetFeeToken],
    ] as const
    for (const [text, token] of cases) expect(await find(text), String(text)).to.equal(token)
  })

  it("needs to be told which token pays where it is not the devnet, and takes no symbol that only a token gives itself", async () => {
    for (const text of [undefined, "", "USDX", "EURC", "Silver", "0x12"]) {
      expect((await failure(find(text, "stage"))).facts, String(text)).to.include({ argument: "--token" })
    }
    expect(await find("USDC", "stage")).to.equal(pinned)
    for (const text of ["EURC", "Silver", "USDY"]) {
      expect((await failure(find(text))).facts, text).to.include({ argument: "--token" })
    }
  })
})
