import path from "node:path"

import { expect } from "chai"
import { describe } from "mocha"
import { createPublicClient, http } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { openForkNode } from "#extras/forks/src/openForkNode.js"
import { deployAsStranger } from "#extras/forks/test/fixtures/strangersDeployment.js"
import type { ChainIdentity } from "#src/devnet/chain/chains.js"
import { type DevnetChain, startDevnet } from "#src/devnet/index.js"
import type { ForkRequest } from "#src/devnet/options.js"
import { getMinFees } from "#src/messaging/index.js"
import { deepIt } from "#test/fixtures/depth.js"
import { startAnvil } from "#test/fixtures/nodes/anvilNode.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

type Chain = ChainIdentity & { readonly fork: ForkRequest }

describe("a recording under another engine", () => {
  deepIt("answers anvil as it answers this process, without a node", async () => {
    await using folder = await temporaryFolder()
    await using deployed = await deployAsStranger()
    const recorded = ({ withNode }: { withNode: boolean }): readonly [Chain, Chain] => {
      const [alpha, beta] = deployed.forks.map(({ fork: { url, deployment }, ...chain }): Chain => {
        const recording = path.join(folder.path, `${chain.name}.ndjson`)
        return { ...chain, fork: { deployment, recording, ...(withNode && { url, grows: true }) } }
      })
      return [alpha as Chain, beta as Chain]
    }
    const { socket } = deployed.deployments.alpha
    const asked = {
      socket,
      plug: deployed.plugs.alpha,
      dstChainSlug: 41_002,
      minMsgGasLimit: 100_000n,
      payloadSize: 32,
    }

    const inThisProcess = async (chains: readonly Chain[]) => {
      await using devnet = await startDevnet({ chains, gateway: false, market: false })
      return await getMinFees((devnet.chains["alpha"] as DevnetChain<false>).publicClient, asked)
    }
    const underAnvil = async ([alpha]: readonly [Chain, Chain]) => {
      const node = await openForkNode(alpha, alpha.fork)
      await using anvil = await startAnvil("--fork-url", node.url, "--fork-block-number", String(node.block))
      const client = createPublicClient({ transport: http(anvil.url) })
      const fee = await getMinFees(client, asked)
      const counter = await client.readContract({
        ...{ address: deployed.plugs.alpha, abi: counterArtifact.abi, functionName: "counter" },
      })
      await node.close({ isKept: true })
      return [fee, counter]
    }
    const fee = await inThisProcess(recorded({ withNode: true }))
    expect(await underAnvil(recorded({ withNode: true }))).to.deep.equal([fee, 0n])
    expect(await underAnvil(recorded({ withNode: false }))).to.deep.equal([fee, 0n])
    expect(await inThisProcess(recorded({ withNode: false }))).to.equal(fee)
  })
})
