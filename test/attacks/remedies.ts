import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import { type Address, createWalletClient, type Hex, http } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import type { DevnetChain } from "#src/devnet/index.js"
import { plugAbi } from "#src/messaging/index.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepIt } from "#test/fixtures/depth.js"
import { writeIgnitionFile } from "#test/fixtures/projects/ignitionProject.js"
import { createAtlasMessages, later } from "#test/fixtures/worlds/messaging/atlasMessages.js"
import {
  createExplainedWorld,
  type ExplainedWorld,
  writeArtifact,
} from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deploy, send } from "#test/fixtures/worlds/messaging/plugs.js"

/** The transaction that has deployed a contract, by looking at each. */
async function deploymentOf(client: DevnetChain["publicClient"], address: Address): Promise<Hex | undefined> {
  for (let block = await client.getBlockNumber(); block > 0n; block -= 1n) {
    for (const hash of (await client.getBlock({ blockNumber: block })).transactions) {
      const { contractAddress } = await client.getTransactionReceipt({ hash })
      if (contractAddress?.toLowerCase() === address.toLowerCase()) return hash
    }
  }
  return undefined
}

/** Contracts of a stranger that would have a plug of the project trust them. */
describe("S-16 a remedy names only what the project knows: a stranger's plug", function () {
  let world: ExplainedWorld
  let atlas: ReturnType<typeof createAtlasMessages>
  /** The stranger's account on alpha. */
  let thief: Pick<DevnetChain, "walletClient" | "publicClient">
  before(async () => {
    world = await createExplainedWorld()
    atlas = createAtlasMessages(world)
    const { rpcUrl, publicClient } = atlas.alpha
    const [, , , account] = await atlas.alpha.walletClient.getAddresses()
    const chain = atlas.alpha.walletClient.chain
    const walletClient = createWalletClient({ account: account!, chain, transport: http(rpcUrl) })
    thief = { walletClient: walletClient as never, publicClient }
  })
  after(() => world[Symbol.asyncDispose]())

  const newPlug = () =>
    deploy(thief, counterArtifact, [atlas.alpha.contracts.socket, thief.walletClient.account.address])
  const connect = async (plug: Address, sibling: Address): Promise<void> => {
    const { contracts } = atlas.alpha
    const args = [atlas.beta.slug, sibling, contracts.switchboard] as const
    const hash = await thief.walletClient.writeContract({ address: plug, abi: plugAbi, functionName: "connect", args })
    await thief.publicClient.waitForTransactionReceipt({ hash })
  }
  /** Sends from the stranger's plug to a plug of the project, and waits until it can go no further. */
  const attack = async (victim: Address): Promise<{ readonly plug: Address; readonly hash: Hex }> => {
    const plug = await newPlug()
    await connect(plug, victim)
    const args = [atlas.beta.slug, 20_000_000n] as const
    const hash = await send(thief, { address: plug, abi: counterArtifact.abi, functionName: "add", args })
    const known = await eventually(() => Promise.resolve(world.devnet.messagesFromTx(atlas.alpha.slug, hash)[0]))
    await atlas.reached(known.outbound, "SEALED")
    return { plug, hash }
  }
  const siblingOf = async (plug: Address): Promise<Address> => {
    const { publicClient, contracts } = atlas.beta
    const read = { address: contracts.socket, functionName: "getPlugConfig" } as const
    const abi = [
      {
        ...({ type: "function", name: "getPlugConfig", stateMutability: "view" } as const),
        inputs: [{ type: "address" }, { type: "uint32" }],
        outputs: [
          { type: "address" },
          { type: "address" },
          { type: "address" },
          { type: "address" },
          { type: "address" },
        ],
      },
    ] as const
    return (await publicClient.readContract({ ...read, abi, args: [plug, atlas.alpha.slug] }))[0]
  }

  for (const [what, victimOf] of [
    ["connected to its own sibling", () => Promise.resolve(world.counters.beta)],
    ["connected to nobody yet", () => atlas.newCounter(atlas.beta)],
  ] as const) {
    ;(what === "connected to nobody yet" ? it : deepIt)(
      `whose message goes to a plug that is ${what} is said to be a stranger's, and no command connects it`,
      async () => {
        const victim = await victimOf()
        const before = await siblingOf(victim)
        const { plug, hash } = await attack(victim)
        const { document, code } = await world.explain("messaging", [hash, "--from", "alpha"], later)
        expect(code).to.equal(0)
        const [cause, ...others] = document.causes
        expect(others).to.deep.equal([])
        expect(cause).to.include({ name: "not-yours", certainty: "certain" })
        expect(cause?.says).to.contain("is not yours").and.to.contain(plug)
        expect(cause?.mend?.who).to.match(/^nothing to do/)
        expect(cause?.mend?.command).to.equal(null)
        const told = await world.run(["messaging", "explain", hash, "--from", "alpha"], later)
        expect(told.stdout + told.stderr).not.to.contain("messaging connect")
        // Nobody retries what is nobody's here, either.
        const retried = await world.run(
          ["messaging", "retry", "--cause", "not-connected", "--yes", "--from", "alpha"],
          later,
        )
        expect(retried.stdout + retried.stderr).not.to.contain(hash)
        const doctor = await world.run(["plugs", "doctor"], later)
        expect(doctor.stdout).not.to.contain(plug)
        expect(await siblingOf(victim)).to.equal(before)
      },
    )
  }

  it("that names a plug of the project as its sibling is not what a plug that cannot send is told to connect to", async () => {
    const { alpha, beta } = atlas
    const own = await atlas.newCounter(alpha)
    const stranger = await deploy(beta, counterArtifact, [beta.contracts.socket, beta.walletClient.account.address])
    await atlas.connect(beta, stranger, { slug: alpha.slug, sibling: own })
    const args = [beta.slug, 1n] as const
    const call = {
      address: own,
      abi: counterArtifact.abi,
      functionName: "add",
      args,
      value: 1n,
      gas: 500_000n,
    } as const
    const sending = alpha.walletClient.writeContract(call)
    await sending.catch(() => undefined)
    const { transactions } = await alpha.publicClient.getBlock()
    const { document } = await world.explain("messaging", [transactions[0]!, "--from", "alpha"])
    expect(document.causes[0]).to.include({ name: "not-connected-on-source" })
    expect(JSON.stringify(document)).not.to.contain(stranger)
    expect(document.causes[0]?.mend?.command).to.equal(null)
  })

  describe("S-15 a file of Ignition that somebody has planted", () => {
    /** @param from the contract whose deployment the journal names */
    const plant = async (chain: DevnetChain<false>, address: Address, from = address): Promise<void> => {
      const { chainId, publicClient } = chain
      const futureId = "CounterModule#Counter"
      const list = JSON.stringify({ [futureId]: address })
      await writeIgnitionFile(world.root, chainId, "deployed_addresses.json", list)
      const hash = await deploymentOf(publicClient, from)
      const journal = ["", JSON.stringify({ futureId, hash, type: "TRANSACTION_CONFIRM" })].join("\n")
      await writeIgnitionFile(world.root, chainId, "journal.jsonl", journal)
      const code = await publicClient.getCode({ address: world.counters.alpha })
      await writeArtifact(world.root, "Counter", counterArtifact.abi, code)
    }
    const sending = (...more: string[]) =>
      world.run(["messaging", "send", "Counter", "add(uint32,uint256)", "beta", "5", "--from", "alpha", ...more])
    const connecting = (...more: string[]) => {
      const args = ["messaging", "connect", "0xplug", "Counter", "--from", "beta", "--to", "alpha", ...more]
      return world.run(args.map((arg) => (arg === "0xplug" ? world.counters.beta : arg)))
    }

    it("redirects nothing that is sent or connected with --yes, also to the same code that a stranger has deployed, whoever owns it", async () => {
      const own = await newPlug()
      await connect(own, world.counters.beta)
      const before = await siblingOf(world.counters.beta)
      const { socket } = atlas.alpha.contracts
      const owner = atlas.alpha.walletClient.account.address
      const [given, other] = [
        await deploy(thief, counterArtifact, [socket, owner]),
        await deploy(thief, counterArtifact, [thief.walletClient.account.address, owner]),
      ]
      for (const [address, from] of [[own], [socket], [given], [other], [given, world.counters.alpha]] as const) {
        await plant(atlas.alpha, address, from)
        for (const ended of [await sending("--yes"), await connecting("--yes")]) {
          expect(ended.code, ended.stdout).to.equal(1)
          expect(ended.error?.code).to.equal("INVALID_INPUT")
          expect(ended.stderr).to.contain(address).and.to.contain("does not confirm it")
        }
      }
      expect(await siblingOf(world.counters.beta)).to.equal(before)
    })

    deepIt(
      "is no hindrance where the chain confirms what it says, and shows which sibling is replaced and whose it is",
      async () => {
        await plant(atlas.alpha, world.counters.alpha)
        const sent = await sending("--yes")
        expect(sent.code, sent.stderr).to.equal(0)
        const other = await atlas.newCounter(atlas.alpha)
        await plant(atlas.alpha, other)
        const connected = await connecting("--yes", "--json")
        expect(connected.code, connected.stderr).to.equal(0)
        const owner = atlas.alpha.walletClient.account.address
        const { replaced } = JSON.parse(connected.stdout) as { readonly replaced: object }
        expect(replaced).to.deep.equal({ plug: world.counters.alpha, name: null, owner })
        expect(connected.stderr).to.contain(`replaces the sibling ${world.counters.alpha} on alpha, owned by ${owner}`)
        await atlas.connect(atlas.beta, world.counters.beta, { slug: atlas.alpha.slug, sibling: world.counters.alpha })
      },
    )

    it("does not make a command of a remedy", async () => {
      const { plug, hash } = await attack(world.counters.beta)
      await plant(atlas.alpha, plug)
      const { document } = await world.explain("messaging", [hash, "--from", "alpha"], later)
      expect(document.causes.map(({ mend }) => mend?.command ?? null)).to.deep.equal([null])
    })
  })

  deepIt("connects nothing that would break plugs.trust, as a wiring does not", async () => {
    const other = await atlas.newCounter(atlas.alpha)
    const args = ["messaging", "connect", world.counters.beta, other, "--from", "beta", "--to", "alpha"]
    const before = await siblingOf(world.counters.beta)
    const trust = (leastKeysToForge: number) => ({ env: { PLUGS_TEST_TRUST: JSON.stringify({ leastKeysToForge }) } })
    const refused = await world.run([...args, "--yes"], trust(9))
    expect(refused.error?.code, refused.stderr).to.equal("TRUST_POLICY_BROKEN")
    expect(await siblingOf(world.counters.beta)).to.equal(before)
    expect((await world.run([...args, "--yes"], trust(1))).code).to.equal(0)
    await atlas.connect(atlas.beta, world.counters.beta, { slug: atlas.alpha.slug, sibling: before })
  })

  describe("and one of the project's own", () => {
    let source: Address
    let destination: Address
    beforeEach(async () => {
      ;[source, destination] = [await atlas.newCounter(atlas.alpha), await atlas.newCounter(atlas.beta)]
      await atlas.connect(atlas.alpha, source, { slug: atlas.beta.slug, sibling: destination })
    })

    it("that the wiring names gets the command, which connects it", async () => {
      const message = await atlas.send(source)
      await atlas.reached(message, "SEALED")
      const { document } = await atlas.explain(message, later)
      expect(document.causes[0]).to.include({ name: "not-connected" })
      expect(document.causes[0]?.mend?.command).to.contain(`messaging connect ${destination} ${source} `)
      await atlas.mend(document.causes[0]?.mend?.command)
      expect(await siblingOf(destination)).to.equal(source)
    })

    it("that nothing names is connected by its owner, who is told to name it", async () => {
      const message = await atlas.send(source)
      await atlas.reached(message, "SEALED")
      const { document } = await atlas.explain(message, { ...later, env: { PLUGS_TEST_WIRING: "{}" } })
      expect(document.causes[0]).to.include({ name: "not-connected" })
      expect(document.causes[0]?.mend?.command).to.equal(null)
      expect(document.causes[0]?.mend?.who).to.contain("plugs.contracts")
    })
  })
})
