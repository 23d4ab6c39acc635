import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { type KnownChainNode, startKnownChainNode } from "#test/fixtures/servers/nodes/knownChainNode.js"
import { createSwapServer, type SwapServer } from "#test/fixtures/servers/swapServer.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { user } from "#test/fixtures/wire/swapRoutes.js"

/** Three networks of which only their nodes say which chains they are. */
const chainIds = { here: 10, there: 1_729, beyond: 42_161 } as const
type Name = keyof typeof chainIds
const names = Object.keys(chainIds) as Name[]

describe("the networks that a command of a swap asks which chains they are", () => {
  const nodes = new Map<Name, KnownChainNode>()
  let server: SwapServer
  before(async () => {
    // It knows no chain at all.
    server = await createSwapServer({ "supported-chains": [[]] })
    for (const name of names) nodes.set(name, await startKnownChainNode({ chainId: chainIds[name] }))
  })
  after(async () => {
    await server[Symbol.asyncDispose]()
    for (const node of nodes.values()) await node[Symbol.asyncDispose]()
  })

  /** What ends a command, and which nodes it has asked. */
  async function run(...args: readonly string[]): Promise<[ended: unknown, ...asked: Name[]]> {
    for (const { requests } of nodes.values()) requests.length = 0
    const networks = Object.fromEntries(names.map((name) => [name, { type: "http", url: nodes.get(name)?.url }]))
    const env = { PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_NETWORKS: JSON.stringify(networks) }
    const { error } = await runCommand(["swap", ...args], { port: server.port, env })
    return [error?.facts["argument"], ...names.filter((name) => nodes.get(name)?.requests.includes("eth_chainId"))]
  }
  const swap = ["1", "ETH", "--for", "USDC"]

  it("are those of --from, or else of --network, and of --to, before anybody is asked for a yes", async () => {
    for (const [args, asked] of [
      [["--from", "there", "--network", "here"], ["there"]],
      [["--network", "here"], ["here"]],
      [
        ["--from", "there", "--to", "beyond", "--network", "here"],
        ["there", "beyond"],
      ],
      [["--from", "alpha", "--network", "here"], []],
    ] as const) {
      expect(await run("execute", ...swap, ...args), args.join(" ")).to.deep.equal(["--yes", ...asked])
    }
    expect(await run("execute", ...swap)).to.deep.equal(["--from"])
  })

  it("are the same for a quote, and for paying a deposit", async () => {
    for (const [args, asked] of [
      [["--from", "there", "--network", "here"], ["there"]],
      [["--network", "here"], ["here"]],
    ] as const) {
      expect(await run("pay", bytes32(9), ...args), args.join(" ")).to.deep.equal(["--yes", ...asked])
      const quoted = await run("quote", ...swap, "--account", user, "--to", "beyond", ...args)
      expect(quoted, args.join(" ")).to.deep.equal(["--from", ...asked, "beyond"])
    }
  })
})
