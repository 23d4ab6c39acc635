import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, numberToHex, parseAbi } from "viem"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { openPlugChain } from "#tasks/messaging/call/openPlugChain.js"
import { failure } from "#test/fixtures/failure.js"
import { answerAsSafe, trustOfNodes } from "#test/fixtures/nodes/answerAsSafe.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import { createFakeProject } from "#test/fixtures/projects/fakeProject.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [socket, safe] = [at(0xb1), at(0x5a)]
type Node = {
  /** What its socket says. */
  readonly slug?: number
  readonly chainId?: number
  readonly url?: string | undefined
  /** The requests for the chain id that it answers, before it breaks. */
  readonly times?: number
  readonly accounts?: readonly Address[] | (() => Promise<never>)
}

/** A project with the chain alpha on a node. */
function project({ slug = 41_001, chainId = 10, url, times = Infinity, accounts = [] }: Node) {
  const node = createViewNode({
    ...{ abis: [socketAbi], views: { chainSlug: () => slug } },
    codes: { [socket]: "0x60" },
  })
  let asked = 0
  const request = (question: { readonly method: string }): Promise<unknown> => {
    if (question.method === "eth_chainId") {
      asked += 1
      return asked > times ? Promise.reject(new Error("it broke")) : Promise.resolve(numberToHex(chainId))
    }
    if (question.method !== "eth_accounts") return answerAsSafe(question, safe) ?? node.request(question as never)
    return typeof accounts === "function" ? accounts() : Promise.resolve(accounts)
  }
  return createFakeProject({
    chains: { alpha: { slug: 41_001, socket, url, request } },
    plugs: { trust: trustOfNodes },
    abis: { Own: parseAbi(["error Full(uint256)", "function greet()"]), Other: parseAbi(["function greet()"]) },
  })
}
const entry = { name: "alpha", slug: 41_001, network: "alpha", socket }

describe("openPlugChain", () => {
  it("says what the chain is, what it pays with, whether it is local, and closes it at the end", async () => {
    for (const [url, isLocal] of [
      [undefined, true],
      ["http://127.0.0.1:8645/rpc/alpha", true],
      ["http://127.0.0.1:1", false],
      ["https://node.example", false],
    ] as const) {
      const { hre, made, closed } = project({ chainId: 137, url })
      const chain = await openPlugChain(hre, entry, new AbortController().signal)
      expect([chain.isLocal, chain.chainId, chain.socket, chain.native.symbol]).to.deep.equal([
        ...[isLocal, 137, socket, "POL"],
      ])
      // Others sign for the chain that the configuration names, as is signed here. It names none of this machine.
      const begun = await chain.fileFor(safe).catch((error: unknown) => isPlugsError(error) && error.code)
      const isOther = url?.startsWith("https") === true
      expect(begun).to.deep.equal(isOther ? "NODE_FAILED" : { chain: "alpha", chainId: 137, safe })
      expect((await failure(chain.fileFor(at(0x5b)))).facts["argument"]).to.equal("--safe")
      expect(await chain.publicClient.getBlockNumber()).to.equal(90n)
      expect([made, closed]).to.deep.equal([["alpha"], []])
      await chain[Symbol.asyncDispose]()
      expect(closed).to.deep.equal(["alpha"])
    }
  })

  it("sends as the first account or the one that is named, and waits for neither after Ctrl-C", async () => {
    const stop = new AbortController()
    const open = async (node: Node) => await openPlugChain(project(node).hre, entry, stop.signal)
    const chain = await open({ accounts: [at(1), at(2)] })
    const sender = async (account?: Address) => (await chain.openWallet(account)).account.address
    expect([await sender(), await sender(at(2))]).to.deep.equal([at(1), at(2)])
    expect((await failure(sender(at(3)))).facts["argument"]).to.equal("--account")
    const silent = await open({ accounts: () => new Promise<never>(() => undefined) })
    const waiting = failure(silent.openWallet())
    stop.abort()
    expect((await waiting).code).to.equal("ABORTED")
  })

  it("reads the errors of the project's contracts", async () => {
    const chain = await openPlugChain(project({}).hre, entry, new AbortController().signal)
    expect(await chain.readErrorAbis()).to.deep.equal([parseAbi(["error Full(uint256)"])])
  })

  it("closes a chain that it refuses: with another socket, with a node that breaks, or after Ctrl-C", async () => {
    const refused = async (node: Node, signal = new AbortController().signal) => {
      const { hre, made, closed } = project(node)
      const error: unknown = await openPlugChain(hre, entry, signal).catch((thrown: unknown) => thrown)
      // Nobody waits for it after Ctrl-C.
      await new Promise((resolve) => setImmediate(resolve))
      expect(closed).to.deep.equal(made)
      return isPlugsError(error) ? [error.code, error.facts["call"]] : error
    }
    expect(await refused({ slug: 7 })).to.deep.equal(["DEPLOYMENT_MISMATCH", undefined])
    expect(await refused({ times: 1 })).to.deep.equal(["NODE_FAILED", undefined])
    expect(await refused({}, AbortSignal.abort())).to.deep.equal(["ABORTED", undefined])
  })
})
