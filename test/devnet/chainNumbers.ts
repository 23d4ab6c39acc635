import { expect } from "chai"
import { describe, it } from "mocha"

import { assignChainNumbers, assignGatewayNumbers, checkOptions } from "#src/devnet/checkOptions.js"
import { devnetOptions, gatewayChain } from "#src/devnet/options.js"
import { thrown } from "#test/fixtures/failure.js"

const { to: maxSlug } = devnetOptions.gatewayChainId
const refused = (act: () => unknown): unknown[] => {
  const { code, facts, shortMessage } = thrown(act)
  return [code, facts["argument"], shortMessage.replace(/^.*?: /, "")]
}

describe("the numbers of a devnet's chains", () => {
  it("are counted up, or those that are given, with the slug of the chain id", () => {
    expect(
      assignChainNumbers(["one", { name: "two", chainId: 5 }, { name: "three", chainId: 6, slug: 7 }]),
    ).to.deep.equal([
      { name: "one", chainId: 41_001, slug: 41_001 },
      { name: "two", chainId: 5, slug: 5 },
      { name: "three", chainId: 6, slug: 7 },
    ])
    expect(assignChainNumbers(["one", { name: "two", chainId: 2 ** 40, slug: maxSlug }])[1]).to.include({
      slug: maxSlug,
    })
    expect(assignChainNumbers(["a-_1", "B"])[1]).to.deep.equal({ name: "B", chainId: 41_002, slug: 41_002 })
  })

  it("are refused if they are too few, out of range, taken, or if a name is no part of a URL", () => {
    const two = (more: object) => () => assignChainNumbers(["one", { name: "two", chainId: 5, ...more }])
    const cases: readonly (readonly [act: () => unknown, problem: string])[] = [
      [() => assignChainNumbers(["one"]), "1 is too few for a cross-chain message."],
      ...["1two", "two/three", "", "-two"].map(
        (name) => [two({ name }), `"${name}" cannot be part of a URL.`] as const,
      ),
      ...[0, -1, 1.5].map(
        (chainId) => [two({ chainId, slug: 5 }), `two's chain id ${chainId} is out of range.`] as const,
      ),
      ...[0, -1, 1.5, maxSlug + 1].map((slug) => [two({ slug }), `two's slug ${slug} is out of range.`] as const),
      [two({ name: gatewayChain.name }), `the name ${gatewayChain.name} is the gateway chain's.`],
      [two({ name: "one" }), "two chains have the name one."],
      [two({ chainId: 41_001, slug: 5 }), "two chains have the chainId 41001."],
      [two({ slug: 41_001 }), "two chains have the slug 41001."],
    ]
    for (const [act, problem] of cases) expect(refused(act)).to.deep.equal(["INVALID_INPUT", "chains", problem])
  })

  it("are other ones for the gateway's chain, whose slug is its id", () => {
    const others = [{ name: "one", chainId: 5, slug: 6 }]
    expect(assignGatewayNumbers(others)).to.deep.equal(gatewayChain)
    expect(assignGatewayNumbers(others, maxSlug)).to.include({ chainId: maxSlug, slug: maxSlug })
    for (const chainId of [0, -1, 1.5, maxSlug + 1]) {
      expect(refused(() => assignGatewayNumbers(others, chainId))[2]).to.equal(`${chainId} is out of range.`)
    }
    expect(refused(() => assignGatewayNumbers(others, 5))).to.deep.equal([
      ...["INVALID_INPUT", "gatewayChainId", "5 is the chainId of one."],
    ])
    expect(refused(() => assignGatewayNumbers(others, 6))[2]).to.equal("6 is the slug of one.")
    const taken = [{ name: "one", chainId: 5, slug: gatewayChain.slug }]
    expect(refused(() => assignGatewayNumbers(taken))).to.deep.equal([
      ...["INVALID_INPUT", "chains", `the slug ${gatewayChain.slug} is the gateway chain's.`],
    ])
  })
})

describe("the options of a devnet", () => {
  it("are whole numbers within their range, and headers that can be sent", () => {
    const argumentOf = (options: object): unknown => {
      try {
        checkOptions(options)
        return undefined
      } catch (error) {
        return (error as { facts: Record<string, unknown> }).facts["argument"]
      }
    }
    for (const right of [
      {},
      { watchers: 1 },
      { watchers: 16 },
      { apiKey: "a", affiliate: "b" },
      { memoryWarning: 1 },
    ]) {
      expect(argumentOf(right)).to.equal(undefined)
    }
    for (const watchers of [0, 17, 1.5, "2", NaN, null]) expect(argumentOf({ watchers })).to.equal("watchers")
    expect(argumentOf({ memoryWarning: 0 })).to.equal("memoryWarning")
    for (const name of ["apiKey", "affiliate"]) expect(argumentOf({ [name]: "a\nb" })).to.equal(name)
    const retries = (attempts: unknown, delay: unknown) => argumentOf({ executionRetries: { attempts, delay } })
    expect([retries(1, 0), retries(0, 0), retries(1, -1), retries(1.5, 0)]).to.deep.equal([
      ...[undefined, "executionRetries.attempts", "executionRetries.delay", "executionRetries.attempts"],
    ])
  })
})
