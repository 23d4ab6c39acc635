import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import { commandKey, findCommandExecution } from "#extras/swap/src/execution/journal/commandRecords.js"
import { createFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import { openJournal, type SwapRecords } from "#extras/swap/src/plugin/openJournal.js"
import { describeChain } from "#src/plugin/connection/chains/describeChain.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { failure } from "#test/fixtures/failure.js"
import { journalEntry, quoteId } from "#test/fixtures/wire/swapRoutes.js"

const entry = journalEntry()
const key = commandKey({ amount: "1" })
const firstBlock = `0x${"a1".repeat(32)}`
const otherBlock = `0x${"b2".repeat(32)}`
const elsewhere = "http://127.0.0.1:8545"

/** A node. A missing answer is an error that says nothing about the chain. */
type Node = { readonly chainId?: number; readonly version?: string | { code: number }; readonly genesis?: string }

const geth = "Geth/v1.16.0-stable/linux-amd64/go1.24"
const publicNode: Node = { chainId: entry.chainId, version: geth, genesis: firstBlock }
const localNode: Node = { ...publicNode, version: "HardhatNetwork/3.17.0/@nomicfoundation/edr/0.12" }

describe("openJournal", () => {
  let project: Awaited<ReturnType<typeof temporaryProject>>
  let cache: string
  beforeEach(async () => {
    project = await temporaryProject()
    cache = path.join(project.path, "cache")
  })
  afterEach(() => project[Symbol.asyncDispose]())

  const devnetUrl = "http://localhost:8645/rpc/alpha"
  const open = async (
    node: Node,
    { network = "main", url = devnetUrl, localNetworks = [] as string[] } = {},
  ): Promise<SwapRecords> => {
    const request = ({ method }: { method: string }): Promise<unknown> => {
      const { chainId, version, genesis } = node
      if (method === "eth_chainId" && chainId !== undefined) return Promise.resolve(`0x${chainId.toString(16)}`)
      if (method === "web3_clientVersion" && typeof version === "string") return Promise.resolve(version)
      if (method === "web3_clientVersion" && version !== undefined) {
        return Promise.reject(Object.assign(new Error("the method does not exist"), version))
      }
      if (method === "eth_getBlockByNumber" && genesis !== undefined) {
        return Promise.resolve({ number: "0x0", hash: genesis, timestamp: "0x1", transactions: [] })
      }
      return Promise.reject(new Error("the connection broke"))
    }
    const networkConfig = { type: "http", url: { get: () => Promise.resolve(url) } } as never
    const plugs = { devnet: { port: 8645 }, localNetworks }
    const config = { plugs, paths: { root: project.path } } as unknown as Parameters<typeof openJournal>[1]
    const connection = { networkName: network, networkConfig, provider: { request } } as never
    const chain = await describeChain({ config, artifacts: {} } as never, { entry: {} as never, connection })
    return await openJournal(chain, config)
  }
  const begin = async ({ journal, commands }: SwapRecords): Promise<void> => {
    await commands.write(key, quoteId)
    await journal.write(entry)
  }
  const isFound = async (opened: SwapRecords): Promise<boolean> =>
    (await findCommandExecution(opened, key, 10)) !== undefined

  it("finds the swaps of a public chain by its id, through any node and under any name of its network", async () => {
    await begin(await open(publicNode))
    const others: readonly (readonly [Node, { network?: string; url?: string }])[] = [
      [publicNode, { network: "renamed" }],
      [{ ...publicNode, genesis: undefined as never }, {}],
      // No other node is asked what it is.
      ...[elsewhere, "https://rpc.example/key", "http://rpc.example:8645/rpc/alpha"].map(
        (url) => [{ chainId: entry.chainId }, { url }] as const,
      ),
    ]
    for (const [node, connection] of others) expect(await isFound(await open(node, connection))).to.equal(true)
    expect(await isFound(await open({ ...publicNode, chainId: 5 }))).to.equal(false)
  })

  it("keeps a chain of the devnet, or of a network that is listed as local, apart from the one that ran before it", async () => {
    for (const where of [{}, { url: elsewhere, localNetworks: ["main"] }]) {
      await begin(await open(localNode, where))
      expect(await isFound(await open(localNode, where))).to.equal(true)
      expect(await isFound(await open({ ...localNode, genesis: otherBlock }, where))).to.equal(false)
    }
  })

  it("stops at a swap that is unfinished on a chain of the same id with another first block", async () => {
    const where = { url: elsewhere }
    await begin(await open(localNode))
    const error = await failure(open(localNode, where))
    expect(error.code).to.equal("UNFINISHED_ELSEWHERE")
    expect(error.facts).to.include({ chain: String(entry.chainId), quote: quoteId })
    expect(error.facts["folder"]).to.contain(firstBlock.slice(2, 18))
    await rm(error.facts["folder"]!, { recursive: true })
    await begin(await open(localNode, where))
    expect((await failure(open(localNode))).code).to.equal("UNFINISHED_ELSEWHERE")
  })

  it("stops at a file of such a chain that is damaged, because a swap in it may be unfinished", async () => {
    await begin(await open(localNode))
    const error = await failure(open(localNode, { url: elsewhere }))
    const folder = error.facts["folder"]!
    const [file] = (await readdir(folder)).filter((name) => name.endsWith(".json"))
    await writeFile(path.join(folder, file!), "{")
    expect((await failure(open(localNode, { url: elsewhere }))).code).to.equal("JOURNAL_FOREIGN")
  })

  it("goes on beside a swap on another chain that is over, or has another id", async () => {
    await begin(await open({ ...localNode, chainId: 5 }))
    const { journal } = await open(localNode)
    await journal.write({ ...entry, state: "FINISHED" })
    expect(await isFound(await open(publicNode, { url: elsewhere }))).to.equal(false)
  })

  it("stops where it cannot tell the chain, and never guesses", async () => {
    await begin(await open(localNode))
    const { version, genesis } = localNode as Required<Node>
    const silent: readonly Node[] = [
      { version, genesis },
      { chainId: entry.chainId, genesis },
      { chainId: entry.chainId, version },
    ]
    for (const node of silent) {
      const error = await failure(open(node))
      expect(error.code).to.equal("CHAIN_NOT_IDENTIFIED")
      expect(error.facts).to.include({ network: "main" })
    }
  })

  it("is outside the cache, which hardhat clean empties, and outside version control", async () => {
    await begin(await open(publicNode))
    await createFileJournal(path.join(cache, "something")).write(entry)
    const { code, stderr } = await runCommand(["clean"], { env: { PLUGS_TEST_ROOT: project.path } })
    expect(code, stderr).to.equal(0)
    expect(await stat(path.join(cache, "something")).catch(() => undefined)).to.equal(undefined)
    expect(await isFound(await open(publicNode))).to.equal(true)
    expect(await readFile(path.join(project.path, ".plugs", ".gitignore"), "utf8")).to.equal("*\n")
  })
})
