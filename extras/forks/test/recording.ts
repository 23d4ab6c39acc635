import { existsSync } from "node:fs"
import { readFile, rm, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { readRecording, type Recording, writeRecording } from "#extras/forks/src/Recording.js"
import { deployAsStranger, type StrangersDeployment } from "#extras/forks/test/fixtures/strangersDeployment.js"
import { startDevnet } from "#src/devnet/index.js"
import { createMessagingClient, sendThroughPlug, waitForMessage } from "#src/messaging/index.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("a recording of the chains of forks", () => {
  let deployed: StrangersDeployment
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    deployed = await deployAsStranger()
    folder = await temporaryFolder()
  })
  after(async () => {
    await deployed[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })

  const fileOf = (name: string) => path.join(folder.path, "recorded", `${name}.ndjson`)
  /** With a URL at which nothing listens: without a recording, nothing starts. */
  const chains = (more: { readonly url?: string; readonly block?: number } = {}) =>
    deployed.forks.map((chain) => ({ ...chain, fork: { ...chain.fork, ...more, recording: fileOf(chain.name) } }))
  const nobody = { url: "http://127.0.0.1:9" }

  /** Sends on alpha, and gives what the counter on beta has then. */
  async function deliver(from: ReturnType<typeof chains>, amounts: readonly bigint[]): Promise<bigint> {
    await using devnet = await startDevnet({ chains: from, gateway: false, market: false })
    const { alpha, beta } = devnet.chains
    for (const amount of amounts) {
      const { hash } = await sendThroughPlug(alpha.publicClient, alpha.walletClient, {
        ...{ socket: alpha.contracts.socket, plug: deployed.plugs.alpha },
        ...{ abi: counterArtifact.abi, functionName: "add", args: [beta.slug, amount] },
      })
      await waitForMessage(createMessagingClient(devnet.messaging), { srcChainSlug: alpha.slug, srcTxHash: hash })
    }
    const read = { address: deployed.plugs.beta, abi: counterArtifact.abi, functionName: "counter" } as const
    return await beta.publicClient.readContract(read)
  }

  it("answers in place of the nodes", async () => {
    expect(await deliver(chains(), [5n, 6n])).to.equal(11n)
    const recorded = await readFile(fileOf("alpha"), "utf8")
    expect(await deliver(chains(nobody), [5n, 6n])).to.equal(11n)
    expect(await readFile(fileOf("alpha"), "utf8")).to.equal(recorded)
  })

  it("is the same file whenever it is made, in order, and names no node", async () => {
    const first = await readFile(fileOf("beta"), "utf8")
    const [head = "", ...lines] = first.trimEnd().split("\n")
    const block = Number(await deployed.chains.beta.publicClient.getBlockNumber())
    expect(JSON.parse(head)).to.deep.include({ chainId: 41_002, block })
    expect(lines)
      .to.deep.equal([...lines].sort())
      .and.to.have.length.above(10)
    expect(first).to.not.contain("127.0.0.1")
    // The code of a contract that is there twice.
    expect(lines.filter((line) => line.endsWith('"}]') && line.includes('{"sameAs":'))).to.not.deep.equal([])
    expect(Buffer.byteLength(first)).to.be.below(2 * 2 ** 20)
  })

  it("refuses by name what other messages read of the chains", async () => {
    await using devnet = await startDevnet({ chains: chains(nobody), gateway: false, market: false })
    const failed = new Promise<string>((resolve) =>
      devnet.onError((error) => {
        resolve(String(error))
      }),
    )
    const { alpha, beta } = devnet.chains
    await sendThroughPlug(alpha.publicClient, alpha.walletClient, {
      ...{ socket: alpha.contracts.socket, plug: deployed.plugs.alpha },
      ...{ abi: counterArtifact.abi, functionName: "add", args: [beta.slug, 7n] },
    })
    expect(await failed).to.contain("no answer to eth_getStorageAt")
  })

  it("refuses by name what it lacks at the start", async () => {
    const file = fileOf("beta")
    const whole = await readFile(file, "utf8")
    const socket = deployed.deployments.beta.socket.toLowerCase()
    const { answers, ...head } = (await readRecording(file)) as Recording
    await rm(file)
    const others = [...answers].filter(([key]) => !key.includes(`getCode",["${socket}`))
    await writeRecording(file, { ...head, answers: new Map(others) })
    const refused = await failure(deliver(chains(nobody), [5n]))
    await writeFile(file, whole)
    expect(refused.message).to.contain(`no answer to eth_getCode ["${socket}"`)
  })

  for (const [what, change, code, text] of [
    ["a line that is none", (text: string) => text.replace("\n", "\nx\n"), "RECORDING_DAMAGED", "line 2"],
    [
      "an answer that was changed",
      (text: string) => text.replace(/"0x1"\]\n/, '"0x2"]\n'),
      "RECORDING_DAMAGED",
      "as their hash says",
    ],
    ["lines that were lost", (text: string) => text.split("\n").slice(0, -2).join("\n"), "RECORDING_DAMAGED", "hash"],
    ["nothing", () => "", "RECORDING_DAMAGED", "line 1"],
    ["another chain", (text: string) => text.replace("41001", "41007"), "INVALID_INPUT", "41007, and not 41001"],
  ] as const) {
    it(`is refused where it has ${what}`, async () => {
      const whole = await readFile(fileOf("alpha"), "utf8")
      await writeFile(fileOf("alpha"), change(whole))
      const refused = await failure(deliver(chains(nobody), [5n]))
      await writeFile(fileOf("alpha"), whole)
      expect(refused).to.include({ code })
      expect(refused.message).to.contain(text)
    })
  }

  it("is not kept of forks that did not start", async () => {
    const [alpha, beta] = chains() as [ReturnType<typeof chains>[0], ReturnType<typeof chains>[0]]
    const recording = fileOf("unfinished")
    const deployment = { ...alpha.fork.deployment, startBlock: 1e6 }
    const refused = await failure(deliver([{ ...alpha, fork: { ...alpha.fork, deployment, recording } }, beta], [5n]))
    expect(refused).to.include({ code: "WATCHERS_UNKNOWN" })
    expect(existsSync(recording)).to.equal(false)
  })

  it("is refused where another block is named than it has", async () => {
    const refused = await failure(deliver(chains({ ...nobody, block: 3 }), [5n]))
    expect(refused).to.include({ code: "INVALID_INPUT" })
    expect(refused.message).to.contain("and not 3")
  })
})
