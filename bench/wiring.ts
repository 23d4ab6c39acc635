import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"

import { createPublicClient, createWalletClient, http } from "viem"

import { counterArtifact } from "../src/devnet/artifacts/Counter.js"
import { startDevnet } from "../src/devnet/index.js"
import { applyWiring, createWiringJournal, planWiring, type WiringChain } from "../src/messaging/index.js"
import { deploy } from "../test/fixtures/worlds/plugs.js"
import { printFigure } from "./measure.js"

/** Measures the wiring of ten chains, all with all, over HTTP and with a journal, and prints each figure beside its bound. */
export async function wiringFigures(): Promise<void> {
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
    const switchboards = Object.fromEntries(
      names.flatMap((name) => (switchboard === undefined ? [] : [[name, switchboard]])),
    )
    const wiring = { mesh: { contracts, switchboard: switchboards } }

    const begun = performance.now()
    const plan = await planWiring({ wiring, chains })
    const planned = performance.now()
    const { isComplete } = await applyWiring({ plan, chains })
    const applied = performance.now()
    if (plan.changes.length !== 90 || !isComplete) throw new Error("the mesh was not wired")
    printFigure("plan of 10 chains, all with all", { value: planned - begun, unit: "ms", bound: 2000, atMost: true })
    printFigure("apply it: 90 transactions", { value: applied - planned, unit: "ms", bound: 20_000, atMost: true })
  } finally {
    await rm(folder, { recursive: true })
  }
}
