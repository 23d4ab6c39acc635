import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, decodeFunctionData, type Hex, parseAbi, parseEther } from "viem"

import { createFunds } from "#src/testing/contracts/funds.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { failure } from "#test/fixtures/failure.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const abi = parseAbi([
  "function mint(address to, uint256 amount)",
  "function deposit() payable",
  "function transfer(address to, uint256 amount)",
])
const [first, second, owner, keeper, token, weth, user] = [1, 2, 3, 4, 5, 6, 7].map(at) as [
  ...[Address, Address, Address, Address, Address, Address, Address],
]

type Played = {
  /** Who may mint the token. */
  readonly minters?: readonly Address[]
  /** The owner that the token tells; `undefined` where it has none. */
  readonly owner?: Address
  readonly hasGateway?: boolean
  readonly balance?: bigint
}

/** A world of two chains, and what was done on them. */
function open({ minters = [], owner: told, hasGateway = false, balance = 100n }: Played = {}) {
  const done: unknown[] = []
  const chainOf = (name: string) => ({
    ...{ name, accounts: [first, second], onHead: () => () => undefined },
    publicClient: {
      getBalance: () => Promise.resolve(balance),
      readContract: () => (told === undefined ? Promise.reject(new Error("it has none")) : Promise.resolve(told)),
      simulateContract: ({ account }: { account: Address | undefined }) =>
        minters.some((minter) => minter === account) ? Promise.resolve() : Promise.reject(new Error("it may not")),
      getTransactionReceipt: () => Promise.resolve({ status: "success", transactionHash: bytes32(1) }),
    },
    testClient: {
      setBalance: ({ address, value }: { address: Address; value: bigint }) =>
        Promise.resolve(void done.push([name, address, value])),
      impersonateAccount: () => Promise.resolve(),
    },
    provider: {
      request({ params: [{ from, to, data, value }] }: { params: [{ from: Hex; to: Hex; data: Hex; value: Hex }] }) {
        const decoded: { functionName: string; args?: readonly unknown[] | undefined } = decodeFunctionData({
          abi,
          data,
        })
        const { functionName, args = [] } = decoded
        done.push([name, functionName, ...args, { from, to, value }])
        return Promise.resolve(bytes32(1))
      },
    },
  })
  const [alpha, beta, gateway] = ["alpha", "beta", "gateway"].map(chainOf)
  const tokens = { usdc: { symbol: "USDC", address: token }, weth: { symbol: "WETH", address: weth } }
  const world = {
    ...{
      devnet: { chains: { alpha, beta }, market: { alpha: { tokens } } },
      accounts: { keeper: { address: keeper } },
    },
    ...{ market: { contracts: { weth } }, gateway: hasGateway ? { chain: gateway, servedContracts: {} } : undefined },
  }
  return { done, ...createFunds(() => world as unknown as OpenWorld) }
}

const refusal = async (work: Promise<unknown>) => {
  const { code, facts } = await failure(work)
  return [code, facts["argument"]]
}

describe("native tokens that a test gives", () => {
  it("come to what is there already, on every chain, with the gateway's if there is one, or on those named", async () => {
    const [without, withGateway] = [open(), open({ hasGateway: true })]
    await without.fund(user, 7n)
    expect(without.done).to.deep.equal([
      ["alpha", user, 107n],
      ["beta", user, 107n],
    ])
    await withGateway.fund({ address: user }, 0n)
    expect(withGateway.done.splice(0)).to.deep.equal(["alpha", "beta", "gateway"].map((name) => [name, user, 100n]))
    await withGateway.fund(user, 5n, { chains: ["gateway", "beta"] })
    expect(withGateway.done).to.deep.equal([
      ["gateway", user, 105n],
      ["beta", user, 105n],
    ])
  })

  it("are refused with a wrong amount, account, chain or option, and nothing is given", async () => {
    const { done, fund } = open()
    expect(await refusal(fund(user, 5 as never))).to.deep.equal(["INVALID_INPUT", "wei"])
    expect(await refusal(fund(user, -1n))).to.deep.equal(["INVALID_INPUT", "wei"])
    expect(await refusal(fund("user" as Hex, 1n))).to.deep.equal(["INVALID_INPUT", "address"])
    expect(await refusal(fund(user, 1n, { chains: ["delta"] }))).to.deep.equal(["INVALID_INPUT", "chain"])
    expect(await refusal(fund(user, 1n, { chains: "alpha" as never }))).to.deep.equal(["INVALID_INPUT", "chains"])
    expect(await refusal(fund(user, 1n, { chain: "alpha" } as never))).to.deep.equal(["INVALID_INPUT", "fund"])
    expect(done).to.deep.equal([])
  })
})

describe("tokens that a test mints", () => {
  const minted = (from: Address, amount = 8n) => [
    ...["alpha", "mint", user, amount, { from: from, to: token, value: "0x0" }],
  ]

  it("are minted by the first account, the token's owner or the world's keeper, whoever may first", async () => {
    const cases: readonly (readonly [minters: readonly Address[], by: Address])[] = [
      [[first, owner, keeper], first],
      [[owner, keeper], owner],
      [[keeper], keeper],
    ]
    for (const [minters, by] of cases) {
      const { done, mintTokens } = open({ minters, owner })
      await mintTokens("alpha", token, user, 8n)
      const money = (wei: bigint) => (by === first ? [] : [["alpha", by, wei]])
      // Who has no key has the money for gas only as long as the transaction takes.
      expect(done).to.deep.equal([...money(100n + parseEther("1")), minted(by), ...money(100n)])
    }
    const ownerless = open({ minters: [keeper] })
    await ownerless.mintTokens("alpha", "USDC", user, 8n)
    expect(ownerless.done[1]).to.deep.equal(minted(keeper))
    const withKey = open({ minters: [second], owner: second })
    await withKey.mintTokens("alpha", token, { address: user }, 9n)
    expect(withKey.done).to.deep.equal([minted(second, 9n)])
  })

  it("are wrapped by the first account where they are the market's wrapped native token", async () => {
    const { done, mintTokens } = open({ minters: [first] })
    await mintTokens("alpha", "WETH", user, 8n)
    expect(done).to.deep.equal([
      ["alpha", "deposit", { from: first, to: weth, value: "0x8" }],
      ["alpha", "transfer", user, 8n, { from: first, to: weth, value: "0x0" }],
    ])
  })

  it("are refused where nobody may, or the token, the chain or the amount is wrong", async () => {
    const { done, mintTokens } = open({ owner })
    expect(await refusal(mintTokens("alpha", token, user, 8n))).to.deep.equal(["INVALID_INPUT", "token"])
    expect(await refusal(mintTokens("delta", token, user, 8n))).to.deep.equal(["INVALID_INPUT", "chain"])
    expect(await refusal(mintTokens("alpha", token, user, 8 as never))).to.deep.equal(["INVALID_INPUT", "amount"])
    const unknown = await failure(mintTokens("alpha", "USDX", user, 8n))
    const given = "Give an address or one of USDC, WETH."
    const brought = "Markets bring USDC, USDT, WETH and SPARK, gateways USDX and USD6. Did you mean USDC?"
    expect(unknown.message).to.equal(`Argument "token": alpha has no token "USDX". ${given} ${brought}`)
    const none = await failure(mintTokens("beta", "USDC", user, 8n))
    expect(none.message).to.contain('beta has no token "USDC". Give an address. Markets')
    expect(done).to.deep.equal([])
  })
})
