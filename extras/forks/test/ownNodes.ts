import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  http,
  type PublicClient,
  walletActions,
} from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { devnetSocket } from "#src/devnet/addresses.js"
import { listen } from "#src/devnet/server/listen.js"
import { connectPlug, createMessagingClient, sendThroughPlug, waitForMessage } from "#src/messaging/index.js"
import { devnetSwitchboard } from "#src/messaging/switchboardKinds.js"
import { runCommand, startCommand } from "#test/fixtures/commands/taskCommand.js"
import { startAnvil } from "#test/fixtures/nodes/anvilNode.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { toDeploymentsFile, writeDataFile } from "#test/fixtures/wire/deploymentsFile.js"

type Side = {
  readonly slug: number
  readonly client: PublicClient
  readonly url: string
  readonly account: Address
  plug: Address
}

const chainOf = (id: number) =>
  defineChain({
    ...{ id, name: String(id), nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 } },
    rpcUrls: { default: { http: [] } },
  })

describe("hardhat devnet --on", () => {
  let anvil: Awaited<ReturnType<typeof startAnvil>>
  let hardhat: Awaited<ReturnType<typeof openHardhat>>
  let env: Readonly<Record<string, string>>
  before(async () => {
    anvil = await startAnvil("--chain-id", "701")
    hardhat = await openHardhat()
    env = networksOf({ foundry: anvil.url, hardhat: hardhat.url })
  })
  after(async () => {
    await anvil[Symbol.asyncDispose]()
    await hardhat.stop()
  })

  const networksOf = (urls: Readonly<Record<string, string>>) => ({
    PLUGS_TEST_NETWORKS: JSON.stringify(
      Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, { type: "http", url }])),
    ),
  })

  /** A plug on a chain, deployed past the devnet at the node itself. */
  async function plugOn(url: string): Promise<Side> {
    const slug = await createPublicClient({ transport: http(url) }).getChainId()
    const client = createPublicClient({ transport: http(url), pollingInterval: 20, chain: chainOf(slug) })
    const [account] = (await createTestClient({ mode: "hardhat", transport: http(url) })
      .extend(walletActions)
      .getAddresses()) as [Address]
    const hash = await walletOf({ url, account, slug }).deployContract({
      ...counterArtifact,
      args: [devnetSocket, account],
    })
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    return { slug, client, url, account, plug: contractAddress as Address }
  }

  const walletOf = ({ url, account, slug }: Pick<Side, "url" | "account" | "slug">) =>
    createWalletClient({ account, transport: http(url), chain: chainOf(slug) })

  it("deploys the contracts to nodes of other processes, and carries messages between them, again after a restart", async () => {
    const port = await freePort()
    let sides: readonly [Side, Side] | undefined
    for (const amount of [3n, 4n]) {
      await using devnet = startCommand(["devnet", "--on", "foundry,hardhat", "--json"], { port, env })
      const ready = (await devnet.event(({ event }) => event === "ready")) as { messaging?: never }
      sides ??= await connected()
      const [from, to] = sides
      const call = { abi: counterArtifact.abi, functionName: "add", args: [to.slug, amount] }
      const sent = await sendThroughPlug(from.client, walletOf(from), {
        ...call,
        socket: devnetSocket,
        plug: from.plug,
      })
      const client = createMessagingClient(ready.messaging as never)
      await waitForMessage(client, { srcChainSlug: from.slug, srcTxHash: sent.hash })
      devnet.interrupt()
      expect((await devnet.ended).code).to.equal(0)
    }
    const [, to] = sides as readonly [Side, Side]
    const read = { address: to.plug, abi: counterArtifact.abi, functionName: "counter" } as const
    expect(await to.client.readContract(read)).to.equal(7n)
  })

  async function connected(): Promise<readonly [Side, Side]> {
    const sides = [await plugOn(anvil.url), await plugOn(hardhat.url)] as const
    for (const [own, sibling] of [sides, [...sides].reverse() as unknown as typeof sides] as const) {
      await connectPlug(own.client, walletOf(own), {
        ...{ plug: own.plug, siblingChainSlug: sibling.slug, sibling: sibling.plug },
        switchboard: devnetSwitchboard("FAST"),
      })
    }
    return sides
  }

  it("deploys no second protocol to a chain of which one is known", async () => {
    await using folder = await temporaryFolder()
    const known = {
      name: "known",
      chainId: 703,
      slug: 703,
      isMainnet: true,
      socket: devnetSocket as Address,
      switchboards: [],
    }
    const deployment = await writeDataFile(
      folder.path,
      toDeploymentsFile([{ ...known, transmitManager: devnetSocket }]),
    )
    const forked = { ...env, PLUGS_TEST_MESSAGING: JSON.stringify({ deployment }) }
    const { code, stderr } = await runCommand(["devnet", "--on", "foundry,hardhat"], {
      ...{ port: await freePort(), env: forked },
    })
    expect(code).to.equal(1)
    expect(stderr).to.contain("npx hardhat devnet --fork hardhat")
  })

  it("refuses a network without a URL, a node that does not answer, and one that mines at intervals", async () => {
    await using slow = await startAnvil("--chain-id", "702", "--block-time", "60")
    const more = networksOf({ foundry: anvil.url, slow: slow.url, away: "http://127.0.0.1:9" })
    for (const [on, text] of [
      ["foundry,nowhere", "no network nowhere with a URL"],
      ["foundry,away", "eth_chainId"],
      ["foundry,slow", "mines at intervals"],
    ] as const) {
      const { code, stderr } = await runCommand(["devnet", "--on", on], { port: await freePort(), env: more })
      expect(code).to.equal(1)
      expect(stderr).to.contain(text)
    }
  })
})

/** Hardhat's node, in this process. */
async function openHardhat() {
  const connection = await hre.network.create({ network: "default", override: { chainId: 703 } })
  const server = await listen(async (request) => {
    const { id, method, params } = (await request.json()) as { id: number; method: string; params: unknown[] }
    try {
      const result: unknown = await connection.provider.request({ method, params })
      return Response.json({ jsonrpc: "2.0", id, result })
    } catch (error) {
      const { code = -32_000, message, data } = error as { code?: number; message: string; data?: unknown }
      return Response.json({ jsonrpc: "2.0", id, error: { code, message, data } })
    }
  }, 0)
  return {
    url: server.url,
    async stop() {
      await server.close()
      await connection.close()
    },
  }
}
