import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import type { Address } from "viem"

import { failureOf, moment } from "./failureOf.js"
import { createWorld } from "#src/testing/index.js"

describe("assertions about balances over chains", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const tokens = async () => {
    const deployed = await world.deployConnected("BridgeToken", ({ socket, owner, chain }) => [
      ...([socket, owner, "Token", "TKN", chain === "alpha" ? 1_000n : 0n] as const),
    ])
    await world.time.setTo(moment)
    return deployed
  }
  const owner = (): Address => world.chains.alpha.accounts[0]!
  const other = (): Address => world.chains.beta.accounts[1]!

  it("hold for the sender's chain and, after the delivery, for the other", async () => {
    const { alpha, beta } = await world.loadFixture(tokens)
    await expect(() => alpha.send.bridge([beta.slug, other(), 40n])).to.changeBalances([
      { token: alpha, of: owner(), by: -40n },
      { chain: "alpha", token: alpha.address, of: alpha, by: 0n },
      { token: beta, of: other(), by: (change) => change === 40n },
    ])
    await expect(() => alpha.send.bridge([beta.slug, other(), 40n])).not.to.changeBalances([
      { token: alpha, of: owner(), by: -40n },
      { token: beta, of: other(), by: 41n },
    ])
  })

  it("do not count the gas that the account pays, but the value that it attaches", async () => {
    const { alpha, beta } = await world.loadFixture(tokens)
    let fee = 0n
    const bridge = async (): Promise<void> => {
      ;({ fee } = await alpha.send.bridge([beta.slug, other(), 40n]))
    }
    await expect(bridge).to.changeBalances([
      { chain: "alpha", of: owner(), by: (change) => change === -fee && fee > 0n },
      { chain: "beta", of: owner(), by: 0n },
    ])
  })

  it("do not count what was under way before", async () => {
    const { alpha, beta } = await world.loadFixture(tokens)
    await alpha.send.bridge([beta.slug, other(), 1n])
    await expect(() => alpha.send.bridge([beta.slug, other(), 40n])).to.changeBalances([
      { token: beta, of: other(), by: 40n },
    ])
  })

  it("say what changed instead, and what has not arrived and why", async () => {
    const { alpha, beta } = await world.loadFixture(tokens)
    world.hold("propose")
    const text = await failureOf(
      expect(() => alpha.send.bridge([beta.slug, other(), 40n])).to.changeBalances([
        { token: alpha, of: owner(), by: -40n },
        { token: beta, of: other(), by: 40n },
        { chain: "beta", of: other(), by: -1n },
      ]),
    )
    world.release("propose")
    expect(text).to.equal(
      [
        "Expected 3 balances to change as given, but 2 did not:",
        "  BridgeToken of accounts[1] 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 on beta changed by 0, not by +40: from 0 to 0",
        "  native token of accounts[1] 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 on beta changed by 0, not by -1: from 10000000000000000000000 to 10000000000000000000000",
        "Not delivered:",
        "  BridgeToken on alpha → BridgeToken on beta",
        "    RECEIVED → SEALED",
        '    The test holds the stage propose: world.release("propose") lets it go on.',
      ].join("\n"),
    )
  })

  it("say what changed although it must not", async () => {
    const { alpha, beta } = await world.loadFixture(tokens)
    const bridge = () => alpha.send.bridge([beta.slug, other(), 40n])
    expect(await failureOf(expect(bridge).not.to.changeBalances([{ token: beta, of: other(), by: 40n }]))).to.equal(
      [
        "Expected the balance not to change as given, but it did:",
        "  BridgeToken of accounts[1] 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 on beta changed by +40: from 0 to 40",
      ].join("\n"),
    )
  })

  it("hold for value that is conserved over chains", async () => {
    const { alpha, beta } = await world.loadFixture(tokens)
    const bridge = () => alpha.send.bridge([beta.slug, other(), 40n])
    await expect(bridge).to.conserveValue([{ token: alpha }, { token: beta }])
    await expect(bridge).to.conserveValue([
      { token: alpha, of: owner() },
      { token: beta, of: other() },
    ])
    await expect(bridge).not.to.conserveValue([{ token: alpha }, { token: beta, except: [other()] }])
    await expect(bridge).to.conserveValue([{ token: beta, except: [owner(), other()] }])
  })

  it("say what value is missing, or that none is", async () => {
    const { alpha, beta } = await world.loadFixture(tokens)
    const bridge = () => alpha.send.bridge([beta.slug, other(), 40n])
    expect(await failureOf(expect(bridge).to.conserveValue([{ token: alpha }, { token: beta, of: owner() }]))).to.equal(
      [
        "Expected the value to be conserved, but 1000 became 960, which is 40 missing:",
        "  supply of BridgeToken on alpha changed by -40: from 1000 to 960",
        "  BridgeToken of accounts[0] 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 on beta changed by 0: from 0 to 0",
      ].join("\n"),
    )
    expect(await failureOf(expect(bridge).not.to.conserveValue([{ token: alpha }, { token: beta }]))).to.equal(
      [
        "Expected the value not to be conserved, but it was 1000 before and after:",
        "  supply of BridgeToken on alpha changed by -40: from 960 to 920",
        "  supply of BridgeToken on beta changed by +40: from 40 to 80",
      ].join("\n"),
    )
  })

  it("say what value is too much", async () => {
    const { alpha, beta } = await world.loadFixture(tokens)
    const bridge = () => alpha.send.bridge([beta.slug, other(), 40n])
    expect(await failureOf(expect(bridge).to.conserveValue([{ token: beta }]))).to.equal(
      [
        "Expected the value to be conserved, but 0 became 40, which is 40 too much:",
        "  supply of BridgeToken on beta changed by +40: from 0 to 40",
      ].join("\n"),
    )
  })

  it("say what is wrong with a row or a subject", async () => {
    const { alpha, beta } = await world.loadFixture(tokens)
    const nothing = () => undefined
    const of = owner()
    const wrong: readonly [Promise<string>, string][] = [
      [
        failureOf(expect(alpha.send.bridge([beta.slug, of, 1n])).to.changeBalances([{ token: alpha, of, by: 1n }])),
        'Argument "changeBalances": it needs the balances before, and was given what has happened already. Pass a function: expect(() => alpha.send.bridge([…])).to.changeBalances([…]).',
      ],
      [
        failureOf(expect(nothing).to.changeBalances([])),
        'Argument "changeBalances": it was given no rows. Pass an array: changeBalances([{ chain: "alpha", token, of: account }]).',
      ],
      ...[null, undefined, "alpha"].map((row): [Promise<string>, string] => [
        failureOf(expect(nothing).to.conserveValue([{ token: alpha }, row as never])),
        'Argument "conserveValue[1]": it is no object. Write it as { chain, token, of }.',
      ]),
      [
        failureOf(expect(nothing).to.changeBalances([{ of, by: 1n }])),
        'Argument "changeBalances[0].chain": it is missing. Name the chain: alpha, beta.',
      ],
      [
        failureOf(expect(nothing).to.changeBalances([{ chain: "aplha", of, by: 1n }])),
        'Argument "changeBalances[0].chain": the world has no chain "aplha". It has alpha, beta. Did you mean alpha?',
      ],
      [
        failureOf(expect(nothing).to.changeBalances([{ chain: "beta", token: alpha, of, by: 1n }])),
        'Argument "changeBalances[0]": it is about beta, and names a contract on alpha. Give each chain a row of its own.',
      ],
      [
        failureOf(expect(nothing).to.changeBalances([{ token: alpha, of: "owner" as Address, by: 1n }])),
        'Argument "changeBalances[0].of": "owner" is neither an address nor something that has one. Give 0x followed by 40 hexadecimal digits, or a contract or an account.',
      ],
      [
        failureOf(expect(nothing).to.changeBalances([{ token: alpha, of, by: 5 as unknown as bigint }])),
        'Argument "changeBalances[0].by": 5 is a number, and an amount is a bigint. Write it with an n, such as 5n or -5n.',
      ],
      [
        failureOf(expect(nothing).to.changeBalances([{ token: alpha, of, by: undefined as unknown as bigint }])),
        'Argument "changeBalances[0].by": it is missing, and an amount is a bigint. Write it with an n, such as 5n or -5n.',
      ],
      [
        failureOf(expect(nothing).to.conserveValue([{ chain: "alpha" } as never])),
        'Argument "conserveValue[0]": it names neither a token nor an account. Name whose balance it is with of, or the token whose supply it is with token.',
      ],
      [
        failureOf(expect(nothing).to.changeBalances([{ chain: "alpha", token: other(), of, by: 1n }])),
        'Argument "changeBalances[0].token": accounts[1] 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 on alpha has no balanceOf(address). Name an ERC-20 token of this chain.',
      ],
      [
        failureOf(expect(nothing).to.conserveValue([{ chain: "alpha", token: of }])),
        'Argument "conserveValue[0].token": accounts[0] 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 on alpha has no totalSupply(). Name an ERC-20 token of this chain.',
      ],
    ]
    for (const [text, expected] of wrong) expect(await text).to.equal(expected)
  })

  it("pass on why the function fails", async () => {
    const { alpha, beta } = await world.loadFixture(tokens)
    const tooMuch = () => alpha.send.bridge([beta.slug, other(), 4_000n])
    expect(await failureOf(expect(tooMuch).to.changeBalances([{ token: alpha, of: owner(), by: -4_000n }]))).to.match(
      /ERC20InsufficientBalance/,
    )
  })

  it("need to know which of two worlds they are about", async () => {
    const { alpha, beta } = await world.loadFixture(tokens)
    await using second = await createWorld(hre, { chains: ["alpha", "beta"] }).start()
    const bridge = () => alpha.send.bridge([beta.slug, other(), 40n])
    await expect(bridge).to.changeBalances([{ token: beta, of: other(), by: 40n }])
    const row = { chain: "alpha", of: second.chains.alpha.accounts[0]!, by: 0n }
    expect(await failureOf(expect(() => undefined).to.changeBalances([row]))).to.equal(
      "The assertion: 2 worlds run, and nothing says which one it is about. Name a contract that one of them has deployed, pass what its send or swap has returned, or stop the others.",
    )
  })
})
