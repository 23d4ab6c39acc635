import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, createPublicClient, createWalletClient, custom, numberToHex, parseEther } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { applyWiring, connectPlug, planWiring } from "#src/messaging/index.js"
import { overreachingPlugArtifact } from "#test/fixtures/artifacts/OverreachingPlug.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

type Name = "alpha" | "beta"
type Call = { readonly method: string; readonly params?: unknown }

/** Where the methods have their block that a node which lags answers with that of the block before. */
const blockOf: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
}

describe("one URL with two nodes, of which every second one is a block behind", function () {
  let world: DevnetWorld
  const owner = privateKeyToAccount(generatePrivateKey())
  before(async () => {
    world = await createDevnetWorld()
    for (const name of ["alpha", "beta"] as const) {
      await chainOf(name).testClient.setBalance({ address: owner.address, value: parseEther("10") })
    }
  })
  after(() => world.devnet.stop())

  const chainOf = (name: Name) => world.devnet.chains[name]!

  function lagging(name: Name, first = 1) {
    const { publicClient, contracts, slug } = chainOf(name)
    let [asked, isBehind] = [first + 1, false]
    const request = async ({ method, params = [] }: Call): Promise<unknown> => {
      const ask = async (more: readonly unknown[] = params as unknown[]): Promise<unknown> =>
        await publicClient.request({ method, params: more } as never)
      const place = blockOf[method]
      asked += 1
      if (asked % 2 === 1 && !isBehind) return await ask()
      const head = await publicClient.getBlockNumber({ cacheTime: 0 })
      if (method === "eth_blockNumber") return numberToHex(head - 1n)
      const given = params as unknown[]
      const isNewest = place !== undefined && ["latest", "pending", undefined].includes(given[place] as string)
      return isNewest ? await ask(Object.assign([...given], { [place]: numberToHex(head - 1n) })) : await ask()
    }
    const client = { chain: publicClient.chain, pollingInterval: 5, transport: custom({ request }, { retryCount: 0 }) }
    return {
      ...{ slug, socket: contracts.socket },
      /** From now on only the node is reached that is behind. */
      fallBehind: () => (isBehind = true),
      publicClient: createPublicClient(client),
      walletClient: createWalletClient({ ...client, account: owner }),
    }
  }

  const deployOn = (name: Name, artifact: Parameters<typeof deploy>[1] = counterArtifact): Promise<Address> =>
    deploy(chainOf(name), artifact, [chainOf(name).contracts.socket, owner.address])

  it("wires what was just deployed, and sees that it is connected", async () => {
    const wiring: Record<string, { contracts: Record<Name, Address> }> = {}
    for (const app of ["one", "two", "three"]) {
      wiring[app] = { contracts: { alpha: await deployOn("alpha"), beta: await deployOn("beta") } }
    }
    const chains = { alpha: lagging("alpha"), beta: lagging("beta") }
    const switchboardOf = (): Address => chainOf("alpha").contracts.switchboard
    const plan = await planWiring({ wiring, chains, switchboardOf })
    expect(plan.problems).to.deep.equal([])
    const { results } = await applyWiring({ plan, chains })
    expect(results.map(({ status, error }) => [status, error?.code])).to.deep.equal(Array(6).fill(["done", undefined]))
  })

  for (const first of [0, 1]) {
    it(`connects a plug by its own function, and sees it, where the ${["first", "second"][first]} request is answered late`, async () => {
      const [plug, sibling] = [await deployOn("alpha", overreachingPlugArtifact), await deployOn("beta")]
      const { publicClient, walletClient, fallBehind } = lagging("alpha", first)
      const { socket, switchboard } = chainOf("alpha").contracts
      const connection = { socket, plug, siblingChainSlug: 41002, sibling, switchboard, functionName: "link" }
      const { hash } = await connectPlug(publicClient, walletClient, { ...connection, onSubmitted: fallBehind })
      expect(hash).not.to.equal(undefined)
      expect(await connectPlug(chainOf("alpha").publicClient, walletClient, connection)).to.deep.equal({
        hash: undefined,
      })
    })
  }
})
