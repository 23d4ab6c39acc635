import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  parseAbi,
} from "viem"

import { copyForPage, type CopyForPageOptions } from "#extras/page/tasks/copyForPage.js"
import type { JourneyEntry } from "#src/devnet/journeyLog.js"
import { numberChains } from "#src/devnet/options.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const abi: Abi = parseAbi([
  "constructor(address socket)",
  "function greet(uint32 slug) payable",
  "error Closed(uint256 since)",
])
const [user, actor, socket, alphaPlug, betaPlug, token, resolver] = [1, 2, 3, 4, 5, 6, 7].map((digit) =>
  at(0xd0 + digit),
) as [...[Address, Address, Address, Address, Address, Address, Address]]
const id = bytes32(1)

type Options = {
  readonly numbers?: readonly number[]
  readonly chainIds?: readonly number[]
  /** Whether there is a gateway, and a call of its address resolver before the message. */
  readonly hasGateway?: boolean
  readonly paths?: readonly { readonly kinds: readonly string[] }[]
  readonly watchers?: number
  readonly names?: readonly string[]
  readonly sentTo?: Address
  readonly revertData?: Hex
}

/** Two plugs of the project are deployed on two chains, and one sends what the other gets. */
async function copy({
  numbers,
  chainIds,
  hasGateway = false,
  paths = [],
  watchers = 1,
  names = ["a.sol:Greeter"],
  sentTo = alphaPlug,
  revertData,
}: Options = {}) {
  const bytecode: Hex = "0x60016002"
  const request = (chain: string, params: object, answer?: Hex) =>
    ({ kind: "request", chain, method: "eth_sendTransaction", params: [params], answer, hasFailed: false }) as const
  const deploy = (chain: string, tx: number, argument = socket) =>
    request(chain, { from: user, data: encodeDeployData({ abi, bytecode, args: [argument] }) }, bytes32(tx))
  const sending = { from: user, to: sentTo, data: encodeFunctionData({ abi, functionName: "greet", args: [2] }) }
  const ofRequest = (status: "NO" | "PROMISE_RESOLVED") =>
    ({ kind: "payload", id: bytes32(70), requestCount: 7, status, chain: "beta", revertData: undefined }) as const
  const moved = (status: "RECEIVED" | "EXECUTION_SUCCESS" | "EXECUTION_FAILURE", data?: Hex) =>
    ({ kind: "message", id, from: "alpha", to: "beta", status, revertData: data }) as const
  const entries: readonly JourneyEntry[] = [
    ...[deploy("alpha", 10), deploy("beta", 11)],
    ...(hasGateway ? [deploy("gateway", 13, resolver), ofRequest("NO")] : []),
    request("alpha", sending, bytes32(12)),
    ...[
      moved("RECEIVED"),
      request("alpha", { from: actor, to: socket, data: "0x12" }),
      moved(revertData === undefined ? "EXECUTION_SUCCESS" : "EXECUTION_FAILURE", revertData),
      ...(hasGateway ? [ofRequest("PROMISE_RESOLVED")] : []),
    ],
  ].map((entry, index) => ({ ...entry, at: 1_000 + index }))
  const created: Readonly<Record<string, Address | null>> = {
    ...{ [bytes32(10)]: alphaPlug, [bytes32(11)]: betaPlug, [bytes32(13)]: at(0xc2) },
    // What has deployed nothing has no address, and a node that has lost the transaction says nothing.
    ...(hasGateway ? {} : { [bytes32(12)]: null }),
  }
  const asked: Hex[] = []
  const publicClient = {
    getTransactionReceipt: ({ hash }: { hash: Hex }) => {
      asked.push(hash)
      return hash in created ? Promise.resolve({ contractAddress: created[hash] }) : Promise.reject(new Error("gone"))
    },
  }
  const chains = numberChains(["alpha", "beta"]).map((chain, index) => ({
    ...{
      ...chain,
      slug: numbers?.[index] ?? chain.slug,
      chainId: chainIds?.[index] ?? chain.chainId,
      accounts: [user],
      publicClient,
    },
    contracts: { socket, switchboard: at(0xe1), optimisticSwitchboard: at(0xe2) },
  }))
  const opened = {
    devnet: {
      ...{ chains: Object.fromEntries(chains.map((chain) => [chain.name, chain])), paths },
      market: { alpha: { tokens: { usdc: { address: token }, dai: { address: at(0xc1) } } } },
    },
    accounts: {
      executor: { address: actor },
      watchers: Array.from({ length: watchers }, (_, index) => ({ address: at(0xf0 + index) })),
    },
    gateway: hasGateway
      ? {
          chain: { name: "gateway", accounts: [user], publicClient },
          contracts: { addressResolver: resolver },
        }
      : undefined,
  }
  const artifacts = {
    getAllFullyQualifiedNames: () => Promise.resolve(new Set(names)),
    readArtifact: (name: string) => Promise.resolve({ contractName: name.replace(/^.*:/, ""), abi, bytecode }),
  }
  const text = await copyForPage({
    id: hasGateway ? "7" : id,
    entries,
    opened,
    artifacts,
  } as unknown as CopyForPageOptions)
  return { text, asked, options: /createWorld\(hre, (\{.*?\})\)/s.exec(text)?.[1] }
}

describe("a journey that the page copies as a test", () => {
  it("has the project's contracts, the chains' own by their names, and nothing that an actor has sent", async () => {
    const { text, asked } = await copy()
    expect(text).to.contain('world.deploy("alpha", "Greeter", [world.chains.alpha.contracts.socket])')
    expect(text).to.contain('world.deploy("beta", "Greeter", [world.chains.beta.contracts.socket])')
    expect(text).to.not.contain("0x12").and.not.contain(socket)
    expect(asked).to.deep.equal([bytes32(10), bytes32(11), bytes32(12)])
  })

  it("ends as the message did, with why inbound reverted by the project's own errors", async () => {
    const revertData = encodeErrorResult({ abi, errorName: "Closed", args: [77n] })
    const { text } = await copy({ revertData })
    expect(text)
      .to.contain("// Closed(since: 77)")
      .and.contain(`expect(revertData).to.equal("${revertData}")`)
      .and.contain('"EXECUTION_FAILURE"')
    expect((await copy()).text)
      .to.contain("expect(revertData).to.equal(undefined)")
      .and.not.contain("// Closed")
  })

  it("has what was done on the gateway chain, with its contracts by their names", async () => {
    const { text, asked } = await copy({ hasGateway: true })
    expect(text).to.contain('world.deployApp("Greeter", [world.devnet.gateway.chain.contracts.addressResolver])')
    expect(text).to.contain("gateway: true").and.contain("PROMISE_RESOLVED").and.not.contain(resolver)
    expect(asked).to.deep.equal([bytes32(10), bytes32(11), bytes32(13), bytes32(12)])
  })

  it("names a contract in full where another has its name", async () => {
    const { text } = await copy({ names: ["a.sol:Greeter", "b.sol:Greeter", "c.sol:Other"] })
    expect(text).to.contain('"a.sol:Greeter"').and.not.contain('"Greeter"')
  })

  it("starts a world with the options of the devnet, as far as they are not the default", async () => {
    const plain = numberChains(["alpha", "beta"])
    const both = { kinds: ["FAST", "OPTIMISTIC"] }
    const only = { between: ["alpha", "beta"], kinds: ["FAST"] }
    const optionsOf = async (options: Options) => (await copy(options)).options?.replaceAll(/\s+/g, " ")
    expect(await optionsOf({ paths: [both] }))
      .to.contain('chains: ["alpha", "beta"]')
      .and.not.contain("paths")
    expect(await optionsOf({}))
      .to.not.contain("watchers")
      .and.not.contain("market")
    expect(await optionsOf({ watchers: 3 })).to.contain("watchers: 3")
    expect(await optionsOf({ paths: [both, only] }))
      .to.contain('kinds: ["FAST"]')
      .and.not.contain("OPTIMISTIC")
    expect(await optionsOf({ sentTo: token })).to.contain("market: true")
    for (const numbers of [
      [7, plain[1]!.slug],
      [plain[0]!.slug, 8],
    ])
      expect(await optionsOf({ numbers })).to.contain(`slug: ${numbers[0]!}`)
    expect(await optionsOf({ chainIds: [plain[0]!.chainId, 9] })).to.contain("chainId: 9")
  })
})
