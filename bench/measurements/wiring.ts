import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"

import { createPublicClient, createWalletClient, http } from "viem"

import type { Measure } from "../measuring/Measure.ts"
import { once } from "../measuring/repeat.ts"
import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { startDevnet } from "#src/devnet/index.js"
import { applyWiring, createWiringJournal, planWiring, type WiringChain } from "#src/messaging/index.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

/** Measures the wiring of ten chains, all with all, over HTTP and with a journal. */
export const measure: Measure = async () => {
  const names = Array.from({ length: 10 }, (_, index) => `chain${index}`)
  await using devnet = await startDevnet({ chains: names, gateway: false, market: false })
  const folder = await mkdtemp(path.join(tmpdir(), "wiring-"))
  try {
    const opened = await Promise.all(
      Object.values(devnet.chains).map(async (chain) => {
        const { name, slug, rpcUrl, contracts } = chain
        const account = chain.walletClient.account.address
        const plug = await deploy(chain, counterArtifact, [contracts.socket, account])
        const shared = { transport: http(rpcUrl), pollingInterval: 50 }
        const clients = {
          publicClient: createPublicClient(shared),
          walletClient: createWalletClient({ ...shared, account }),
        }
        const journal = createWiringJournal(path.join(folder, name))
        return { name, plug, chain: { slug, socket: contracts.socket, ...clients, journal } satisfies WiringChain }
      }),
    )
    const [switchboard] = Object.values(devnet.chains).map(({ contracts }) => contracts.switchboard)
    const chains = Object.fromEntries(opened.map(({ name, chain }) => [name, chain]))
    const contracts = Object.fromEntries(opened.map(({ name, plug }) => [name, plug]))
    const wiring = { mesh: { contracts } }

    let planned: Awaited<ReturnType<typeof planWiring>> | undefined
    const plan = await once(async () => {
      planned = await planWiring({ wiring, chains, switchboardOf: () => switchboard })
    })
    if (planned?.changes.length !== 90) throw new Error("the mesh was not planned")
    const wired = planned
    const apply = await once(async () => {
      const { isComplete } = await applyWiring({ plan: wired, chains })
      if (!isComplete) throw new Error("the mesh was not wired")
    })
    return { plan, apply }
  } finally {
    await rm(folder, { recursive: true })
  }
}
