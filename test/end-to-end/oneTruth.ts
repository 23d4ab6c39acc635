import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import type { Address, Hex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import type { MessageRecord } from "#src/devnet/index.js"
import { createChainMessages, createMessagingClient } from "#src/messaging/index.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { deepIt, variants } from "#test/fixtures/depth.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { createRelayActors } from "#test/fixtures/worlds/messaging/relayActors.js"

type Stage = Parameters<DevnetWorld["devnet"]["relay"]["pause"]>[0]
type Sent = MessageRecord["outbound"] & { readonly hash: Hex }

/** Seconds that the optimistic path waits, which pass only where a test lets them. */
const timeout = 3_600

for (const watchers of variants([2, 1, 3], 1)) {
  describe(`where a message is, by everything that says so, with ${watchers} watchers`, function () {
    const actors = createRelayActors(watchers)
    let world: DevnetWorld
    let project: Awaited<ReturnType<typeof temporaryProject>>
    let optimistic: DevnetWorld["counters"]
    before(async () => {
      world = await createDevnetWorld({ watchers, optimisticTimeout: timeout })
      const switchboardOf = ({ contracts }: { contracts: { optimisticSwitchboard: Address } }) =>
        contracts.optimisticSwitchboard
      optimistic = (await deployConnected(world.devnet, counterArtifact, undefined, switchboardOf)) as never
      project = await temporaryProject()
    })
    // A test that failed leaves no stage paused for the next one.
    afterEach(() => {
      world.devnet.relay.resume()
    })
    after(async () => {
      await project[Symbol.asyncDispose]()
      await world.devnet.stop()
    })

    const chain = (name: string) => world.devnet.chains[name]!
    const apiStatus = (hash: Hex) => world.devnet.messagesFromTx(41_001, hash)[0]?.status

    /** Sends from alpha to beta, and waits until the API says a status. */
    async function sendUntil(status: string, by: "counters" | "moody" | "optimistic" = "counters"): Promise<Sent> {
      const call =
        by === "moody"
          ? { address: world.moody.alpha, abi: moodyPlugArtifact.abi, functionName: "send", args: [41_002, "0x01"] }
          : {
              address: (by === "counters" ? world.counters : optimistic).alpha,
              ...{ abi: counterArtifact.abi, functionName: "add", args: [41_002, 1n] },
            }
      const hash = await send(chain("alpha"), call)
      await eventually(() => Promise.resolve(apiStatus(hash) === status))
      return { ...world.devnet.messagesFromTx(41_001, hash)[0]!.outbound, hash }
    }

    /** What everything says that has the API, and what everything says that has the chains alone. */
    async function ask({ messageId, hash }: Sent): Promise<{ readonly api: object; readonly chains: object }> {
      const wired = { a: { contracts: world.counters }, b: { contracts: world.moody }, c: { contracts: optimistic } }
      const env = {
        PLUGS_TEST_ROOT: project.path,
        PLUGS_TEST_WIRING: JSON.stringify(wired),
        PLUGS_TEST_WATCH: JSON.stringify({ lateAfter: 10 ** 9 }),
      }
      const run = async (...task: string[]) => (await world.run(["messaging", ...task], { env })).stdout.trim()
      const lines = (text: string) => text.split("\n").map((line) => JSON.parse(line) as Record<string, string>)
      const last = (rows: readonly Record<string, string>[] | undefined) =>
        rows?.filter((row) => row["messageId"] === messageId && "status" in row).at(-1)?.["status"]
      const list = async (...source: string[]) => {
        const { messages } = JSON.parse(await run("list", "--json", ...source)) as {
          messages: Record<string, string>[]
        }
        return last(messages)
      }
      const explain = async (...source: string[]) => {
        const printed = await run("explain", hash, "--from", "alpha", "--json", ...source)
        return (JSON.parse(printed) as { items: { id: string; status: string }[] }).items[0]?.status
      }
      const { alpha } = world.devnet.chains
      const read = { srcChainSlug: 41_001, srcTxHash: hash }
      const chainOf = (name: string) => ({ client: chain(name).publicClient, socket: chain(name).contracts.socket })
      const followed = createChainMessages({ src: chainOf(alpha!.name), dstOf: () => Promise.resolve(chainOf("beta")) })
      const [fromClient] = await createMessagingClient(world.devnet.messaging).getMessages(read)
      const [fromChains] = await followed.getMessages(read)
      return {
        api: {
          client: fromClient?.status,
          list: await list(),
          explain: await explain(),
        },
        chains: {
          track: fromChains?.status,
          list: await list("--source", "chain"),
          explain: await explain("--source", "chain"),
          watch: last(lines(await run("watch", "--once", "--json"))),
          export: last(lines(await run("export", "--since", "0"))),
        },
      }
    }

    /** Asks everything, and expects these answers of it. Then all goes on. */
    async function expectSaid(message: Sent, api: string, chains = api): Promise<void> {
      const said = await ask(message)
      world.devnet.relay.resume()
      expect(said).to.deep.equal({
        api: { client: api, list: api, explain: api },
        chains: { track: chains, list: chains, explain: chains, watch: chains, export: chains },
      })
    }

    const stages: readonly (readonly [Stage, api: string, chains?: string])[] = [
      ["seal", "RECEIVED"],
      ["propose", "SEALED"],
      ["attest", "PROPOSED"],
      // The chains allow it already, and that the API has not verified it is known to the API alone.
      ["verify", "ATTESTED", "VERIFIED"],
      ["simulate", "VERIFIED"],
      ["execute", "EXECUTING", "VERIFIED"],
    ]
    for (const [stage, api, chains] of stages) {
      ;(["propose", "execute"].includes(stage) ? it : deepIt)(
        `is one answer where it waits for the stage ${stage}`,
        async () => {
          world.devnet.relay.pause(stage)
          await expectSaid(await sendUntil(api), api, chains)
        },
      )
    }

    it("is one answer once it is delivered, and where it is given up", async () => {
      await expectSaid(await sendUntil("EXECUTION_SUCCESS"), "EXECUTION_SUCCESS")
      const refuse = {
        address: world.moody.beta,
        abi: moodyPlugArtifact.abi,
        functionName: "refuseAll",
        args: [true],
      } as const
      await chain("beta").walletClient.writeContract(refuse)
      await expectSaid(await sendUntil("EXECUTION_FAILURE", "moody"), "EXECUTION_FAILURE", "VERIFIED")
    })

    deepIt("is one answer where its proposal is tripped, so that it has to be proposed again", async () => {
      const { switchboard } = chain("beta").contracts
      world.devnet.relay.pause("attest")
      const message = await sendUntil("PROPOSED")
      world.devnet.relay.pause("propose")
      const { packetId } = message
      const trip = { kind: "tripProposal", packetId, srcChainSlug: 41_001, proposalCount: 0n } as const
      await actors.trip(chain("beta"), switchboard, trip)
      await eventually(() => Promise.resolve(apiStatus(message.hash) === "SEALED"))
      await expectSaid(message, "SEALED")
      await eventually(() => Promise.resolve(apiStatus(message.hash) === "EXECUTION_SUCCESS"))
      await expectSaid(message, "EXECUTION_SUCCESS")
    })

    deepIt("is one answer where some watchers have attested it, and all, on a path that is tripped", async () => {
      const beta = chain("beta")
      const { switchboard } = beta.contracts
      const srcChainSlug = 41_001
      world.devnet.relay.pause("attest")
      const message = await sendUntil("PROPOSED")
      await actors.trip(beta, switchboard, { kind: "tripPath", srcChainSlug })
      for (const watcher of actors.watchers.slice(1)) await actors.attest(beta, message, { watcher, switchboard })
      const partly = await ask(message)
      const said = [partly.api, partly.chains].flatMap((group) => Object.values(group) as string[])
      expect([said.length, new Set(said)]).to.deep.equal([8, new Set(["PROPOSED"])])
      world.devnet.relay.resume()
      await eventually(() => Promise.resolve(apiStatus(message.hash) === "ATTESTED"))
      await expectSaid(message, "ATTESTED")
    })

    deepIt("is one answer on an optimistic path, before its time is over and after", async () => {
      const message = await sendUntil("PROPOSED", "optimistic")
      await expectSaid(message, "PROPOSED")
      world.devnet.relay.pause("simulate")
      await chain("beta").testClient.increaseTime({ seconds: timeout + 1 })
      await chain("beta").testClient.mine({ blocks: 1 })
      await eventually(() => Promise.resolve(apiStatus(message.hash) === "VERIFIED"))
      await expectSaid(message, "VERIFIED")
    })
  })
}
