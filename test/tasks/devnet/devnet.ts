import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import { createPublicClient, createWalletClient, defineChain, http } from "viem"

import { pageAnswers } from "../../../scripts/schemas/pageAnswers.js"
import type { ExplainedMessage, PageState, PageTrust, PageWiring } from "#extras/page/src/PageEvent.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { startHardhat, temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { runPrinted } from "#test/fixtures/commands/printedCommand.js"
import { runCommand, startCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, isDeep } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { writeUserArtifact } from "#test/fixtures/projects/userArtifact.js"
import { freePort, occupyPort, releasePort } from "#test/fixtures/servers/freePort.js"
import { reachable } from "#test/fixtures/servers/reachable.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"

const isReady = ({ event }: Record<string, unknown>): boolean => event === "ready"

type Ready = {
  chains: { name: string; chainId: number; slug: number; rpcUrl: string }[]
  socket: `0x${string}`
  switchboard: `0x${string}`
  messaging: { baseUrl: string; apiKey: string }
  account: `0x${string}`
}

describe("hardhat devnet", function () {
  it("serves every chain and the API until a signal ends it, leaves the port free, and never prints a key of the user's own", async () => {
    const port = await freePort()
    await using devnet = startHardhat([
      "devnet",
      "--port",
      String(port),
      "--chains",
      "red,green",
      "--api-key",
      "hunter2",
      "--json",
    ])
    const { chains, messaging, account } = (await devnet.event(isReady)) as Ready

    expect(chains.map(({ name }) => name)).to.deep.equal(["red", "green"])
    const client = createPublicClient({ transport: http(chains[1]?.rpcUrl) })
    expect(await client.getChainId()).to.equal(chains[1]?.chainId)
    expect(await client.getBalance({ address: account })).to.equal(10_000n * 10n ** 18n)
    const statusWith = async (key: string): Promise<number> =>
      (await fetch(`${messaging.baseUrl}/v1/messages-from-tx`, { headers: { "x-api-key": key } })).status
    expect(await statusWith("hunter2")).to.equal(400)
    expect(await statusWith("devnet")).to.equal(401)

    devnet.interrupt("SIGTERM")
    const { code, stdout, stderr, events } = await devnet.ended
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" })
    expectGoldenCommand("devnet/devnet", { code, stdout, stderr }, { replaced: [[String(port), "N"]] })
    expect(events.map(({ event }) => event)).to.deep.equal(["ready", "stopped"])
    expect(stdout.trimEnd().split("\n")).to.have.length(events.length)
    expect(stdout).to.not.contain("hunter2")
    await releasePort(await occupyPort(port))
  })

  it("shows a person all that is needed to use it, until Ctrl-C", async () => {
    const port = await freePort()
    await using devnet = startCommand(["devnet", "--pace", "1ms"], { port })
    await reachable(port)
    devnet.interrupt()
    const { code, stdout, stderr } = await devnet.ended
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" })
    expectGoldenCommand("devnet/devnet", { code, stdout, stderr }, { replaced: [[String(port), "N"]] })
    expect(stdout).to.not.contain("To use it from this project")
  })

  deepIt("reports every change of every message, and decodes reverts with the user's own contract", async () => {
    await using artifacts = await writeUserArtifact(moodyPlugArtifact.abi)
    const env = { PLUGS_TEST_ARTIFACTS: artifacts.path }
    await using devnet = startCommand(["devnet", "--json"], { port: await freePort(), env })
    const ready = await devnet.event(isReady)
    const world = reach(ready as Ready)
    const plugs = await deployConnected(world, moodyPlugArtifact)
    const [alpha, beta] = [world.chains["alpha"], world.chains["beta"]]
    const refuseAll = (isRefused: boolean) =>
      beta.walletClient.writeContract({
        address: plugs["beta"]!,
        abi: moodyPlugArtifact.abi,
        functionName: "refuseAll",
        args: [isRefused],
      })

    await refuseAll(true)
    const call = {
      address: plugs["alpha"]!,
      abi: moodyPlugArtifact.abi,
      functionName: "send",
      args: [beta.slug, "0x01"],
    }
    await send(alpha, call)
    const reverting = await devnet.event(({ status }) => status === "INBOUND_REVERTING")
    expect(reverting["revert"]).to.deep.equal({ attempts: 1, reason: "InABadMood(payload: 0x01)" })
    await refuseAll(false)
    await devnet.event(({ status }) => status === "EXECUTION_SUCCESS")
    await expectPage(ready, reverting["messageId"] as string)
    await expectWiring(ready, plugs as Ends, async () => {
      await artifacts.build("Later", (await alpha.publicClient.getCode({ address: plugs["alpha"]! }))!)
    })
    await expectLinks(ready, { alpha: plugs["alpha"]!, messageId: reverting["messageId"] as string })

    devnet.interrupt()
    const { stdout, events } = await devnet.ended
    expect(stdout.trimEnd().split("\n")).to.have.length(events.length)
    const statuses = events.filter(({ event }) => event === "message").map(({ status }) => status)
    expect(statuses.slice(0, 4)).to.deep.equal(["RECEIVED", "SEALED", "PROPOSED", "ATTESTED"])
    expect(statuses.at(-1)).to.equal("EXECUTION_SUCCESS")
  })

  deepIt("says which page was refused, and serves one that is allowed", async () => {
    const port = await freePort()
    const [allowed, origin] = ["http://localhost:5173", "http://localhost:5174"]
    const visit = async (from: string) =>
      (await fetch(`http://127.0.0.1:${port}/`, { headers: { origin: from } })).status
    await using devnet = startCommand(["devnet", "--allow-origin", allowed, "--no-page", "--json"], { port })
    expect(await devnet.event(isReady)).to.not.have.property("page")
    expect([await visit(allowed), await visit(origin)]).to.deep.equal([200, 403])
    const problem = await devnet.event(({ code }) => code === "ORIGIN_REFUSED")
    expect(problem["message"]).to.contain(`page's origin: ${origin}`).and.contain(`--allow-origin ${origin}`)
    expect((await fetch(`http://127.0.0.1:${port}/page`)).status).to.equal(404)
    devnet.interrupt()
    const { events } = await devnet.ended
    expect(events.map(({ event }) => event)).to.deep.equal(["ready", "problem", "stopped"])
  })

  deepIt("keeps a fault of its page with --state, and ends it for good in a start without the page", async () => {
    await using folder = await temporaryFolder()
    const port = await freePort()
    /** The status of the messaging API in a start, after what is done first. */
    const apiOf = async (options: readonly string[], first?: (page: string) => Promise<unknown>): Promise<number> => {
      const state = path.join(folder.path, "state")
      await using devnet = startCommand(["devnet", "--chains", "alpha,beta", "--state", state, "--json", ...options], {
        port,
      })
      const { page } = await devnet.event(isReady)
      await first?.(String(page))
      const { status } = await fetch(`http://127.0.0.1:${port}/messaging/v1/messages-from-tx`)
      devnet.interrupt()
      await devnet.ended
      return status
    }
    const fail = async (page: string): Promise<void> => {
      const [link, token = ""] = page.split("#")
      const headers = { "content-type": "application/json", "x-page-token": token }
      const body = JSON.stringify({ given: { fault: "failingApi", api: "messaging", status: 503 } })
      expect((await fetch(`${link}/do/beginFault`, { method: "POST", headers, body })).status).to.equal(200)
    }
    expect(await apiOf([], fail)).to.equal(503)
    expect(await apiOf(["--no-page"])).to.not.equal(503)
    expect(await apiOf([])).to.not.equal(503)
  })

  it("says which devnet already has its port, and how to go on", async () => {
    await using first = await startDevnet({ chains: ["red", "green"], gateway: false, market: false })
    const port = Number(new URL(first.url).port)
    const second = await runCommand(["devnet", "--port", String(port)])
    expect(second.code).to.equal(1)
    expect(second.error?.code).to.equal("PORT_BUSY")
    expect(second.error?.message).to.contain("red, green")
    expect(second.stderr).to.contain(`--port ${port + 1}`)
    expect(second.stderr).to.not.match(/^\s+at /m)
  })

  it("says whose folder it serves", async () => {
    await using project = await temporaryProject()
    const port = await freePort()
    const env = { PLUGS_TEST_ROOT: project.path, PLUGS_TEST_CHAINS: "red,green" }
    await using devnet = startCommand(["devnet", "--no-page", "--json"], { port, env })
    await devnet.event(({ event }) => event === "ready")
    const index = (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as { project: string }
    expect(index.project).to.equal(project.path)
  })

  it("says when another program has its port", async () => {
    const server = await occupyPort()
    const port = (server.address() as { port: number }).port
    const { code, error } = await runCommand(["devnet", "--port", String(port)])
    await releasePort(server)
    expect(code).to.equal(1)
    expect(error?.code).to.equal("PORT_BUSY")
  })
})

/** The page shows what was printed, and its controls do what their commands do. */
async function expectPage({ page, url }: Record<string, unknown>, messageId: string): Promise<void> {
  const [link, token = ""] = String(page).split("#")
  expect(link).to.equal(`${String(url)}/page`)
  expect((await fetch(String(link))).status).to.equal(200)
  const { body } = await fetch(`${String(link)}/events`)
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  let read = ""
  const until = async (end: RegExp): Promise<string> => {
    while (!end.test(read)) read += (await reader.read()).value ?? ""
    const found = read
    read = ""
    return found
  }
  const state = JSON.parse(/^data: (.*)$/m.exec(await until(/\n\n$/))![1]!) as Pick<PageState, "items" | "chains">
  const item = state.items.find((each) => each.event === "message" && each.messageId === messageId)
  expect(item?.stages.map(({ status }) => status)).to.include.members(["RECEIVED", "SEALED", "INBOUND_REVERTING"])
  expect(item?.status).to.equal("EXECUTION_SUCCESS")
  for (const { block } of state.chains.slice(0, 2)) expect(block).to.be.above(0)
  const press = async (verb: string, given?: unknown): Promise<number> => {
    const headers = { "content-type": "application/json", "x-page-token": token }
    const body = JSON.stringify({ given })
    return (await fetch(`${String(link)}/do/${verb}`, { method: "POST", headers, body })).status
  }
  expect(await press("pause")).to.equal(200)
  expect(await until(/"event":"relay"/)).to.match(/"paused":\["seal",/)
  expect(await press("resume")).to.equal(200)
  expect(await until(/"event":"relay"/)).to.contain('"paused":[]')
  expect(await press("beginFault", { fault: "down", part: "sea" })).to.equal(400)
  expect(await press("beginFault", { fault: "down", part: "seal" })).to.equal(200)
  expect(await until(/"event":"faults"/)).to.contain(String.raw`"line":"await world.faults.down(\"seal\")"`)
  expect(await press("endFault", 1)).to.equal(200)
  expect(await until(/"event":"faults"/)).to.contain('"faults":[]')
  const wiring = (await (await fetch(`${String(link)}/wiring`)).json()) as PageWiring
  expect(wiring.links).to.have.length.above(1)
  for (const { problem } of wiring.links) expect(problem).to.equal(null)
  const explained = (await (await fetch(`${String(link)}/explain/${messageId}`)).json()) as ExplainedMessage
  expect(explained.verdict).to.equal("delivered")
  expect(explained.command).to.match(/^npx hardhat messaging explain 0x\w{64} --from alpha --message-id 0x\w{64}$/)
  expect(explained.markdown).to.contain("## Delivered").and.contain(explained.command.slice(-64))
  const [sent] = explained.timeline
  expect(sent).to.include({ place: "alpha", title: "Sent" })
  expect(sent!.details.join("\n"))
    .to.contain("send(dstChainSlug: 41002, payload: 0x01)")
    .and.contain("MessageOutbound(")
  const fee = Object.fromEntries(explained.fee.map(({ step, wei }) => [step, BigInt(wei)]))
  expect(fee["paid"]! > 0n && fee["spent"]! > 0n).to.equal(true)
  expect(fee).to.include({ estimated: fee["paid"], demanded: fee["paid"], refunded: fee["attached"]! - fee["paid"]! })
  const copied = (await (await fetch(`${String(link)}/test/${messageId}`)).json()) as { test: string }
  expect(pageAnswers["test"]?.safeParse(copied).error?.issues).to.equal(undefined)
  const { test } = copied
  expect(test).to.contain(`const id = "${messageId}"`).and.contain("await world.deliver(id)")
  await reader.cancel()
}

type Ends = Readonly<Record<"alpha" | "beta", string>>

/** The page names the plugs as the project has built them, and says of a path what `plugs trust` says. */
async function expectWiring({ page, url }: Record<string, unknown>, plugs: Ends, build: () => Promise<void>) {
  const port = Number(new URL(String(url)).port)
  const ask = async <Answer>(path: string): Promise<Answer & { readonly message?: string }> => {
    const answer = (await (await fetch(`${String(page).replace(/#.*/, "")}/${path}`)).json()) as object
    const schema = pageAnswers[path.replace(/\?.*/, "")]
    expect(schema?.safeParse(answer).error?.issues, path).to.equal(undefined)
    return answer as Answer & { message?: string }
  }
  await build()
  const wiring = await ask<PageWiring>("wiring")
  expect(wiring.plugs.map(({ name }) => name)).to.include("Later")

  const ends = `fromslug=41001&fromplug=${plugs.alpha}&slug=41002&plug=${plugs.beta}`
  const trust = await ask<PageTrust>(`trust?${ends}`)
  const told = await runPrinted(trust.command, { port, terminal: { columns: 80 } })
  const flat = (text: string) => text.replaceAll(/\s+/g, " ")
  expect(flat(told.stdout)).to.contain(flat(trust.says)).and.contain(flat(trust.report))
  // The answer, which comes first there, is not in it.
  expect(trust.report).to.match(/^alpha → beta, 0x/)
  expect((await ask(`trust?${ends.replace("41001", "1")}`)).message).to.contain("41001")
}

/** Tasks that people read say where a message is on the page. */
async function expectLinks(
  { url }: Record<string, unknown>,
  { alpha, messageId }: { readonly alpha: string; readonly messageId: string },
): Promise<void> {
  const port = Number(new URL(String(url)).port)
  const at = (id: string) => `${String(url)}/m/${id}`
  const send = ["messaging", "send", alpha, "send(uint32,bytes)", "beta", "0x02", "--from", "alpha"]
  const sent = JSON.parse((await runCommand([...send, "--json"], { port })).stdout) as {
    readonly txHash: string
    readonly messages: readonly { readonly messageId: string; readonly page?: string }[]
  }
  expect(sent.messages.map(({ page }) => page)).to.deep.equal(sent.messages.map((message) => at(message.messageId)))
  const explained = await runCommand(["messaging", "explain", messageId], { port })
  expect(explained.stderr).to.contain(`on the page of the devnet: ${at(messageId)}`)
  if (!isDeep) return
  expect((await runCommand(send, { port })).stdout).to.match(/page +http:\/\/127\.0\.0\.1:\d+\/m\/0x\w{64}\n/)
  const track = await runCommand(["messaging", "track", sent.txHash, "--from", "alpha"], { port })
  expect(track.stderr).to.contain(`on the page of the devnet: ${at(sent.txHash)}`)
  const asJson = await runCommand(["messaging", "explain", messageId, "--json"], { port })
  expect(asJson.stdout + asJson.stderr).to.not.contain("/m/0x")
}

/** A devnet in another process, as far as the fixtures that deploy and send need it. */
function reach({ chains, socket, switchboard, account }: Ready): Devnet {
  const reached = chains.map(({ name, slug, chainId, rpcUrl }) => {
    const chain = defineChain({ id: chainId, name, nativeCurrency: ether, rpcUrls: { default: { http: [rpcUrl] } } })
    const shared = { chain, transport: http(rpcUrl), pollingInterval: 20 }
    const clients = {
      publicClient: createPublicClient(shared),
      walletClient: createWalletClient({ ...shared, account }),
    }
    return [name, { name, slug, contracts: { socket, switchboard }, ...clients }]
  })
  return { chains: Object.fromEntries(reached) as unknown } as Devnet
}

const ether = { name: "Ether", symbol: "ETH", decimals: 18 }
