import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { findKnownChain, findToken, readTokenText } from "#extras/swap/src/plugin/findToken.js"
import { AbortedError } from "#src/http/errors.js"
import { pinnedTokens } from "#src/plugin/config/pinnedTokens.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { type Chain, nativeToken, type SwapClient, type Token } from "#src/swap/index.js"
import { failure, thrown } from "#test/fixtures/failure.js"
import { dai, usdc } from "#test/fixtures/wire/swapRoutes.js"

const currency = { address: nativeToken, symbol: "ETH", name: "Ether", decimals: 18 }
const known = { chainId: 1, currency } as Chain
const chain = { name: "one", chainId: 1 }
const token = (address: string, symbol: string, chainId = 1): Token =>
  ({ chainId, address, symbol, decimals: 6, name: `${symbol} of ${address}` }) as Token

/** Looks a token up where a search finds these. */
const find = (text: string, ...found: Token[]) => {
  const tokens = { 1: found.filter(({ chainId }) => chainId === 1), 2: found.filter(({ chainId }) => chainId === 2) }
  const client = { searchTokens: () => Promise.resolve({ tokens }) } as unknown as SwapClient
  return findToken(client, { text, chain, known, argument: "token" })
}

/** The same, where USDC is pinned. */
const findPinned = (text: string, ...found: Token[]) => {
  const client = { searchTokens: () => Promise.resolve({ tokens: { 1: found } }) } as unknown as SwapClient
  return findToken(client, { text, chain, known, argument: "token", pins: { USDC: usdc } })
}

describe("findToken", () => {
  it("knows the chain's own currency where no search finds it, and by its address", async () => {
    expect(await find("eth")).to.include({ address: nativeToken, decimals: 18 })
    expect(await find(nativeToken)).to.include({ symbol: "ETH" })
  })

  it("never mistakes a token for the currency whose symbol it has", async () => {
    const { code, message } = await failure(find("ETH", token(dai, "ETH")))
    expect(code).to.equal("INVALID_INPUT")
    expect(message).to.contain(dai).and.to.contain(nativeToken)
  })

  it("takes the address that a symbol is pinned to, in any case, whatever else the API gives that symbol", async () => {
    for (const found of [[token(dai, "USDC")], [token(dai, "USDC"), token(usdc, "USDC.e")], []]) {
      expect(await findPinned("usdc", ...found)).to.include({ address: usdc, chainId: 1, isPinned: true })
    }
    expect(await findPinned("USDC", token(usdc, "USDC.e"))).to.include({ decimals: 6 })
    expect(await findPinned("USDC")).to.not.have.property("decimals")
  })

  it("searches for the address that a symbol is pinned to, and knows a pin among others", async () => {
    const asked: unknown[] = []
    const client = {
      searchTokens: ({ q }: { q: string }) => Promise.resolve((asked.push(q), { tokens: { 1: [token(usdc, "X")] } })),
    } as unknown as SwapClient
    const look = (text: string) =>
      findToken(client, { text, chain, known, argument: "token", pins: { WETH: dai, USDC: usdc } })
    expect([(await look("USDC")).isPinned, (await look(usdc)).isPinned, (await look("x")).isPinned]).to.deep.equal([
      ...[true, true, false],
    ])
    expect(asked).to.deep.equal([usdc, usdc, "x"])
  })

  it("matches an address only with that token", async () => {
    expect(await find(dai, token(dai, "DAI"), token(usdc, dai))).to.include({ symbol: "DAI" })
    expect(await failure(find(usdc, token(dai, "DAI")))).to.include({ code: "INVALID_INPUT", argument: "token" })
  })
})

describe("a token of a chain that is not an EVM chain", () => {
  const [foreign, other] = [
    "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
  ]
  const listTokens = () => Promise.resolve({})
  const findForeign = (text: string, pins: Readonly<Record<string, Address>> = {}) => {
    const tokens = { 1: [token(foreign, "LONGCOIN"), token(other, "OTHER")] }
    const client = { searchTokens: () => Promise.resolve({ tokens }), listTokens } as unknown as SwapClient
    return findToken(client, { text, chain, known, argument: "token", pins })
  }

  it("is found by its address as it stands, whose letters have a case, or by its symbol in any", async () => {
    for (const text of [foreign, "LONGCOIN", "longcoin"]) {
      expect(await findForeign(text)).to.deep.equal({
        ...{ ...token(foreign, "LONGCOIN"), isPinned: false, isGiven: text === foreign },
      })
    }
    expect(await failure(findForeign(foreign.toLowerCase()))).to.include({ code: "INVALID_INPUT", argument: "token" })
  })

  it("is trusted by its address where that is pinned, and not by the symbol that the API gives it", async () => {
    const pins = { PINNED: other as Address }
    const isPinned = async (text: string) => (await findForeign(text, pins)).isPinned
    expect([await isPinned(other), await isPinned("OTHER"), await isPinned(foreign)]).to.deep.equal([
      true,
      false,
      false,
    ])
  })
})

describe("a token that is not found", () => {
  const listed = [token(dai, "DAI"), token(usdc, "USDC"), token(usdc, "EVIL\u001B")]
  const client = (listTokens: () => Promise<unknown>) =>
    ({ searchTokens: () => Promise.resolve({ tokens: {} }), listTokens }) as unknown as SwapClient
  const refusal = async (text: string, listTokens = () => Promise.resolve({ 1: listed }) as Promise<unknown>) =>
    (await failure(findToken(client(listTokens), { text, chain, known, argument: "token", pins: { WETH: usdc } })))
      .message

  it("is told with the symbol that was meant, of those that are safe to print", async () => {
    expect([
      await refusal("DAY"),
      await refusal("usd"),
      await refusal("WEHT"),
      await refusal("ETHR"),
      await refusal("EVIL1"),
      await refusal("$".repeat(30)),
      await refusal(dai),
      await refusal("DAY", () => Promise.reject(new InvalidInputError({ argument: "a", problem: "b", fix: "c" }))),
    ]).to.deep.equal([
      'Argument "token": the swap API knows no token called "DAY" on one. Did you mean DAI? Find it with npx hardhat swap tokens DAY, or give its address.',
      'Argument "token": the swap API knows no token called "usd" on one. Did you mean USDC? Find it with npx hardhat swap tokens usd, or give its address.',
      'Argument "token": the swap API knows no token called "WEHT" on one. Did you mean WETH? Find it with npx hardhat swap tokens WEHT, or give its address.',
      'Argument "token": the swap API knows no token called "ETHR" on one. Did you mean ETH? Find it with npx hardhat swap tokens ETHR, or give its address.',
      'Argument "token": the swap API knows no token called "EVIL1" on one. Find it with npx hardhat swap tokens EVIL1, or give its address.',
      'Argument "token": the swap API knows no token called "$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$" on one. Find it with npx hardhat swap tokens $$$$$$$$$$$$$$$$$$$…, or give its address.',
      'Argument "token": the swap API knows no token with the address "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512" on one. Check the address and the chain.',
      'Argument "token": the swap API knows no token called "DAY" on one. Find it with npx hardhat swap tokens DAY, or give its address.',
    ])
  })

  it("ends with the error of a mistake, and of whoever stopped it", async () => {
    for (const error of [new TypeError("a mistake"), new AbortedError()]) {
      const found = findToken(
        client(() => Promise.reject(error)),
        { text: "DAY", chain, known, argument: "token" },
      )
      expect(await found.catch((thrownError: unknown) => thrownError)).to.equal(error)
    }
  })

  it("is one of several, which are listed on one line each", async () => {
    const found = [
      token(dai, "X"),
      { ...token(usdc, "X"), name: `a\nb${"c".repeat(40)}` },
      { ...token(nativeToken, "X"), name: null as never },
    ]
    expect((await failure(find("x", ...found))).message).to.deep.equal(
      'Argument "token": 3 tokens of one are called "x". Give the address of one: 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE (no name), 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 (X of 0xe7f1725E7734CE288F8367…), 0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0 (a bcccccccccccccccccccccccccc…).',
    )
  })
})

describe("what finds a token", () => {
  it("is an address with its checksum, one of another kind of chain, or a symbol", () => {
    const foreign = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
    expect(
      [` ${dai.toLowerCase()}`, foreign, "USDC.e ", "x".repeat(40)].map((text) => readTokenText(text, "token")),
    ).to.deep.equal([dai, foreign, "USDC.e", "x".repeat(40)])
    for (const text of ["0x12", "", "a b"])
      expect(
        thrown(() => readTokenText(text, "token")),
        text,
      ).to.include({ code: "INVALID_INPUT", argument: "token" })
  })

  it("is a chain that the API knows", () => {
    const long = { ...known, chainId: 10, name: "Ten\n".repeat(9) } as Chain
    expect(thrown(() => findKnownChain([long], { name: "5", chainId: 5 }, "--to")).next).to.equal(
      `It knows ${"Ten ".repeat(9).slice(0, 29)}… (10).`,
    )
    const [one, ten] = [known, { ...known, chainId: 10, name: "Ten" }] as [Chain, Chain]
    expect(findKnownChain([one, ten], { name: "x", chainId: 10 }, "--to")).to.equal(ten)
    const said = (chains: Chain[], name: string) =>
      thrown(() => findKnownChain(chains, { name, chainId: 5 }, "--to")).message
    const many = Array.from({ length: 21 }, (_, index) => ({ ...ten, chainId: 100 + index }))
    expect([said([], "5"), said([one, ten], "five"), said(many, "five")]).to.deep.equal([
      'Option "--to": the swap API does not know the chain (5). It knows none.',
      'Option "--to": the swap API does not know the chain five (5). It knows no name (1), Ten (10).',
      'Option "--to": the swap API does not know the chain five (5). It knows Ten (100), Ten (101), Ten (102), Ten (103), Ten (104), Ten (105), Ten (106), Ten (107), Ten (108), Ten (109), Ten (110), Ten (111), Ten (112), Ten (113), Ten (114), Ten (115), Ten (116), Ten (117), Ten (118), Ten (119).',
    ])
  })

  it("is pinned for its own chain alone, with its checksum", () => {
    const plugs = {
      swap: { tokens: { one: { USDC: usdc.toLowerCase(), DAI: dai }, two: {} } },
    } as unknown as Parameters<typeof pinnedTokens>[0]
    expect(["one", "two", "three", "constructor"].map((name) => pinnedTokens(plugs, name))).to.deep.equal([
      { USDC: usdc, DAI: dai },
      {},
      {},
      {},
    ])
    const wrong = { swap: { tokens: { one: { DAI: dai.replace("e7f", "E7f") } } } } as unknown as typeof plugs
    expect(thrown(() => pinnedTokens(wrong, "one")).message).to.match(
      /^Setting "config\.plugs\.swap\.tokens\.one\.DAI": /,
    )
  })
})
