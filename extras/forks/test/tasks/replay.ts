import { readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import {
  type Address,
  createTestClient,
  encodeErrorResult,
  type Hex,
  http,
  parseEther,
  publicActions,
  toEventSelector,
  walletActions,
  zeroHash,
} from "viem"

import type { MessageRecord } from "#src/devnet/index.js"
import type { MessageStatus } from "#src/messaging/index.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { startCommand } from "#test/fixtures/commands/taskCommand.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { createExplainedWorld, type ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"

const { abi } = moodyPlugArtifact

type Result = { readonly outcome: string; readonly gasUsed: string | null }
type Document = { readonly happened: Result | null; readonly replayed: Result; readonly differences: readonly string[] }

type Stopped = {
  readonly url: string
  readonly messageId: Hex
  readonly inbound: { readonly from: Address; readonly to: Address; readonly data: Hex }
}

describe("hardhat messaging replay", function () {
  let world: ExplainedWorld
  before(async () => void (world = await createExplainedWorld()))
  after(() => world[Symbol.asyncDispose]())

  async function call(
    chain: "alpha" | "beta",
    functionName: string,
    args: readonly unknown[],
    value = 0n,
  ): Promise<Hex> {
    const { walletClient, publicClient } = world.devnet.chains[chain]
    const hash = await walletClient.writeContract({
      address: world.moody[chain],
      abi,
      functionName,
      args,
      value,
    } as never)
    await publicClient.waitForTransactionReceipt({ hash })
    return hash
  }

  const send = (payload: Hex) => call("alpha", "send", [world.devnet.chains.beta.slug, payload], parseEther("0.1"))

  async function reached(hash: Hex, status: MessageStatus): Promise<MessageRecord> {
    return await eventually(() => {
      const [record] = world.devnet.messagesFromTx(world.devnet.chains.alpha.slug, hash)
      return Promise.resolve(record?.status === status && record)
    })
  }

  async function replay(hash: Hex, ...options: string[]) {
    const { code, stdout, stderr } = await world.run([
      "messaging",
      "replay",
      hash,
      "--from",
      "alpha",
      "--json",
      ...options,
    ])
    return { code, stderr, document: JSON.parse(stdout) as Document }
  }

  it("delivers what was delivered, with the gas, the time and the logs of the chain", async () => {
    const hash = await send("0x12")
    await reached(hash, "EXECUTION_SUCCESS")
    const { code, document, stderr } = await replay(hash)
    expect(code, stderr).to.equal(0)
    expect(document.differences).to.deep.equal([])
    expect(document.happened).to.include({ outcome: "delivered" })
    expect(document.replayed).to.include({
      outcome: "delivered",
      gasUsed: document.happened!.gasUsed,
      gasLimit: "100000",
    })
  })

  it("runs out of gas where there is less, and succeeds where there is more", async () => {
    const params = [world.devnet.chains.beta.slug, 4_000n, zeroHash, zeroHash, "0x14"]
    const hash = await call("alpha", "sendRaw", params, parseEther("0.1"))
    await reached(hash, "EXECUTION_FAILURE")
    const short = await replay(hash)
    expect(short.code).to.equal(2)
    expect(short.document.replayed).to.include({ outcome: "out of gas", gasLimit: "4000" })
    const enough = await replay(hash, "--gas-limit", "100000")
    expect(enough.code).to.equal(0)
    expect(enough.document.replayed).to.include({ outcome: "delivered", gasLimit: "100000" })
  })

  it("reverts as the plug does, and does not after the transaction that mends it", async () => {
    await call("beta", "refuse", ["0x13", true])
    const hash = await send("0x13")
    await reached(hash, "EXECUTION_FAILURE")
    const before = String(await world.devnet.chains.beta.publicClient.getBlockNumber())
    const { code, document } = await replay(hash)
    expect(code).to.equal(2)
    expect(document.happened).to.equal(null)
    expect(document.replayed).to.include({ outcome: "reverted", reason: "InABadMood(payload: 0x13)" })
    const mend = await call("beta", "refuse", ["0x13", false])
    expect((await replay(hash)).code).to.equal(0)
    expect((await replay(hash, "--at", before)).code).to.equal(2)
    expect((await replay(hash, "--at", before, "--after", mend)).code).to.equal(0)
  })

  it("shows a person what happened, and what happens here", async () => {
    await call("beta", "refuse", ["0x15", true])
    const hash = await send("0x15")
    await reached(hash, "EXECUTION_FAILURE")
    const { stdout } = await world.run(["messaging", "replay", hash, "--from", "alpha"])
    expect(stdout).to.contain("InABadMood(payload: 0x15)").and.to.contain("on a fork of beta, after block")
    expect(stdout).to.contain("inbound(uint32,bytes)")
  })

  it("writes a test of the replay, and replaces no other file", async () => {
    await call("beta", "refuse", ["0x17", true])
    const hash = await send("0x17")
    await reached(hash, "EXECUTION_FAILURE")
    const file = path.join(world.root, "replayed.ts")
    const written = await world.run(["messaging", "replay", hash, "--from", "alpha", "--as-test", file])
    expect(written.stdout).to.contain(file)
    const text = await readFile(file, "utf8")
    expect(text).to.contain('outcome: "reverted", reason: "InABadMood(payload: 0x17)"').and.to.contain(hash)
    await world.run(["messaging", "replay", hash, "--from", "alpha", "--as-test", file])
    expect(await readFile(file, "utf8")).to.equal(text)
    await writeFile(file, "// mine")
    const refused = await world.run(["messaging", "replay", hash, "--from", "alpha", "--json", "--as-test", file])
    expect(refused.code).to.equal(1)
    expect(await readFile(file, "utf8")).to.equal("// mine")
  })

  it("stops before inbound, and goes on after the fork was changed", async () => {
    await call("beta", "refuse", ["0x18", true])
    const hash = await send("0x18")
    await reached(hash, "EXECUTION_FAILURE")
    const port = await freePort()
    const env = { PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ROOT: world.root }
    const args = ["messaging", "replay", hash, "--from", "alpha", "--json", "--serve", String(port)]
    await using serving = startCommand(args, { port: world.port, env })
    const stopped = (await serving.event(({ event }) => event === "ready")) as unknown as Stopped
    expect(stopped.url).to.equal(`http://127.0.0.1:${port}/beta`)
    const transport = http(stopped.url)
    const client = createTestClient({ mode: "hardhat", transport }).extend(publicActions).extend(walletActions)
    expect(await client.getChainId()).to.equal(world.devnet.chains.beta.chainId)
    const { from: account, to, data } = stopped.inbound
    expect(to).to.equal(world.moody.beta)
    const refused = await client.call({ account, to, data }).catch(String)
    expect(refused).to.contain(encodeErrorResult({ abi, errorName: "InABadMood", args: ["0x18"] }))

    const [owner] = await client.getAddresses()
    const mend = { address: to, abi, functionName: "refuse", args: ["0x18", false] as const, chain: null } as const
    await client.waitForTransactionReceipt({ hash: await client.writeContract({ ...mend, account: owner! }) })
    const executed = await client.request<{ Method: "plugs_execute"; Parameters?: undefined; ReturnType: Hex }>({
      method: "plugs_execute",
    })
    const { logs, status } = await client.getTransactionReceipt({ hash: executed })
    expect(status).to.equal("success")
    const success = toEventSelector("ExecutionSuccess(bytes32)")
    expect(logs.filter(({ topics }) => topics[0] === success).map(({ data: id }) => id)).to.deep.equal([
      stopped.messageId,
    ])
    await reached(hash, "EXECUTION_FAILURE")
    const again = await client.request({ method: "plugs_execute" } as never).then(
      (second) => client.getTransactionReceipt({ hash: second }),
      (error: unknown) => error as Error,
    )
    expect(again).to.not.include({ status: "success" })

    // A web page has no business with it, and nobody else gets its port.
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] })
    const headers = { "content-type": "application/json", origin: "https://page.example" }
    expect((await fetch(stopped.url, { method: "POST", headers, body })).status).to.equal(403)
    const second = await world.run(args)
    expect([second.code, second.error?.code]).to.deep.equal([1, "PORT_BUSY"])

    serving.interrupt()
    expect((await serving.ended).code).to.equal(0)
    expect(await fetch(stopped.url).catch(() => "closed")).to.equal("closed")
  })

  it("shows all that fail, and needs to know whose", async () => {
    const all = ["messaging", "replay", "--from", "alpha", "--all-failed"]
    const { code, stdout } = await world.run([...all, "--plug", world.moody.alpha, "--gas-limit", "90000"])
    expect(code).to.equal(2)
    expect(stdout)
      .to.contain("InABadMood(payload: 0x15)")
      .and.to.contain("messages that fail are delivered with the changes")
    expect((await world.run([...all, "--json"])).stdout).to.contain("--plug")
  })

  it("refuses a transaction that the destination does not have", async () => {
    const hash = await send("0x16")
    await reached(hash, "EXECUTION_SUCCESS")
    const { code, stdout } = await world.run(["messaging", "replay", hash, "--from", "alpha", "--json", "--at", hash])
    expect(code).to.equal(1)
    expect(stdout).to.contain("is not mined on beta")
  })
})
