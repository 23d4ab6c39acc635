import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"
import { numberToHex } from "viem/utils"

import { type ForkNode, openForkNode } from "#extras/forks/src/openForkNode.js"
import { listen, type Listening } from "#src/devnet/server/listen.js"
import { failure } from "#test/fixtures/failure.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

type Asked = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }

const block = { number: "0x64", hash: bytes32(0xb10c), stateRoot: bytes32(0x5e) }

describe("what a fork reads its chain from", () => {
  const asked: string[] = []
  let answers: Readonly<Record<string, unknown>> = {}
  let chain: Listening
  let node: ForkNode
  beforeEach(async () => {
    asked.length = 0
    answers = {
      eth_chainId: "0x2a",
      eth_blockNumber: "0x64",
      eth_getBalance: "0x5",
      eth_getBlockByNumber: block,
    }
    chain = await listen(async (request) => {
      const { id, method, params } = (await request.json()) as Asked
      asked.push(`${method} ${JSON.stringify(params)}`)
      const answer = answers[method] ?? null
      const found = answer instanceof Error ? { error: { code: -32_000, message: answer.message } } : { result: answer }
      return Response.json({ jsonrpc: "2.0", id, ...found })
    }, 0)
    node = await openForkNode({ name: "alpha", chainId: 42 }, { url: chain.url })
    asked.length = 0
  })
  afterEach(async () => {
    await node.close({ isKept: false })
    await chain.close()
  })

  const post = async (body: unknown): Promise<unknown> =>
    await (await fetch(node.url, { method: "POST", body: JSON.stringify(body) })).json()
  const ask = async (method: string, ...params: readonly unknown[]) =>
    (await post({ jsonrpc: "2.0", id: 7, method, params })) as { result?: unknown; error?: { message: string } }

  it("begins at the newest block, and stays there", async () => {
    answers = { ...answers, eth_blockNumber: "0x65" }
    expect(node.block).to.equal(100)
    // The simulator asks again and again for what could still change.
    expect(await ask("eth_blockNumber")).to.include({ result: numberToHex(10_100) })
    expect([await ask("eth_chainId"), await ask("net_version")].map(({ result }) => result)).to.deep.equal([
      "0x2a",
      "42",
    ])
    await ask("eth_getBalance", "0xaa", "latest")
    expect(asked).to.deep.equal(['eth_getBalance ["0xaa","0x64"]'])
  })

  it("asks once for each thing, also of those that ask together", async () => {
    await Promise.all([ask("eth_getBalance", "0xaa", "0x64"), ask("eth_getBalance", "0xaa", "0x64")])
    await ask("eth_getBalance", "0xaa", "pending")
    expect(await ask("eth_getBalance", "0xab", "0x64")).to.include({ result: "0x5" })
    expect(asked).to.deep.equal(['eth_getBalance ["0xaa","0x64"]', 'eth_getBalance ["0xab","0x64"]'])
  })

  it("asks again for what was not there, and for blocks after its own", async () => {
    for (const time of ["first", "second"]) {
      expect(await ask("eth_getTransactionByHash", "0x01"), time).to.include({ result: null })
      await ask("eth_getBlockByNumber", "0x65", false)
      await ask("eth_getLogs", { fromBlock: "0x1", toBlock: "0x66" })
    }
    expect(asked).to.have.lengthOf(6)
  })

  it("answers many questions of one request", async () => {
    const two = [1, 2].map((id) => ({ jsonrpc: "2.0", id, method: "eth_getBalance", params: [`0x0${id}`, "0x64"] }))
    const answer = { jsonrpc: "2.0", result: "0x5" }
    expect(await post(two)).to.deep.equal([1, 2].map((id) => ({ ...answer, id })))
  })

  it("sends nothing to the chain", async () => {
    for (const method of ["eth_sendRawTransaction", "eth_sendTransaction", "evm_mine", "hardhat_setBalance"]) {
      const { error } = await ask(method, "0x00")
      expect(error?.message, method).to.contain("is not passed on to the chain")
    }
    expect(asked).to.deep.equal([])
  })

  it("says why the node does not answer", async () => {
    await chain.close()
    const { error } = await ask("eth_getBalance", "0xac", "0x64")
    expect(error?.message).to.contain("eth_getBalance")
    const refused = await failure(openForkNode({ name: "alpha", chainId: 42 }, {}))
    expect(refused.message).to.contain("neither a URL nor a recording of alpha")
    chain = await listen(() => new Response(), 0)
  })

  for (const [what, answer, text] of [
    ["has another block in its place", { ...block, number: "0x65" }, "is not block 100"],
    ["answers with no block", "0x", "is not block 100"],
    ["answers with no hash", { ...block, hash: "0x12" }, "is not block 100"],
  ] as const) {
    it(`is not opened of a node that ${what}, which would end the process`, async () => {
      answers = { ...answers, eth_getBlockByNumber: answer }
      const refused = await failure(openForkNode({ name: "alpha", chainId: 42 }, { url: chain.url }))
      expect(refused).to.include({ code: "NODE_FAILED" })
      expect(refused.message).to.contain(text)
    })
  }

  for (const [what, answer] of [
    ["the block", { eth_getBlockByNumber: null }],
    ["its state", { eth_getBalance: new Error("missing trie node 4f2a (path )") }],
  ] as const) {
    it(`names the block of which a node has not ${what}`, async () => {
      answers = { ...answers, ...answer }
      const refused = await failure(openForkNode({ name: "alpha", chainId: 42 }, { url: chain.url }))
      expect(refused).to.include({ code: "FORK_STATE_MISSING" })
      expect(refused.facts).to.include({ chain: "alpha", block: "100" })
      expect(refused.message).to.contain("Leave out the block")
    })
  }

  it("is not opened of a node that fails for another reason", async () => {
    answers = { ...answers, eth_getBalance: new Error("upstream is gone") }
    const refused = await failure(openForkNode({ name: "alpha", chainId: 42 }, { url: chain.url }))
    expect(refused).to.include({ code: "NODE_FAILED" })
    expect(refused.message).to.contain("upstream is gone")
  })
})
