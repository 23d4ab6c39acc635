import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, keccak256, toBytes } from "viem"

import { fastSwitchboardArtifact } from "#src/devnet/artifacts/switchboards.js"
import { createAccounts } from "#src/devnet/chain/accounts.js"
import type { MessageRecord } from "#src/devnet/index.js"
import { socketAbi } from "#src/messaging/index.js"
import { ownSwitchboardArtifact } from "#test/fixtures/artifacts/OwnSwitchboard.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectCause } from "#test/fixtures/output/expectCause.js"
import { type AtlasMessages, later } from "#test/fixtures/worlds/messaging/atlasMessages.js"
import type { ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"
import { createRelayActors } from "#test/fixtures/worlds/messaging/relayActors.js"
import { useAtlas } from "#test/fixtures/worlds/messaging/useAtlas.js"

const watcherCount = 3

describe("the atlas of causes: the path of a packet", function () {
  const actors = createRelayActors(watcherCount)
  const { deployer } = createAccounts(watcherCount)
  let world: ExplainedWorld
  let atlas: AtlasMessages
  let switchboard: Address
  useAtlas(
    (opened) => {
      ;({ world, atlas } = opened)
      switchboard = atlas.beta.contracts.switchboard
    },
    { watchers: watcherCount },
  )

  type Message = MessageRecord["outbound"]
  const pause = (...stages: Parameters<ExplainedWorld["devnet"]["relay"]["pause"]>) => {
    world.devnet.relay.pause(...stages)
  }
  /** Lets the relay go on, as whoever runs it does, and expects that the message arrives. */
  const resume = async (message: Message) => {
    world.devnet.relay.resume()
    await atlas.expectDelivered(message)
  }
  const expectWaiting = async (message: Message) => {
    const { code, document } = await atlas.explain(message)
    expect(document.causes).to.deep.equal([])
    expect({ code, verdict: document.verdict }).to.deep.equal({ code: 0, verdict: "waiting" })
  }
  /** Sends a message that is proposed for the fast switchboard and attested by nobody. */
  const sendProposed = async () => {
    pause("attest")
    const message = await atlas.send()
    await atlas.reached(message, "PROPOSED")
    return message
  }

  /** Sends a message that is first proposed for a switchboard of another owner, which the devnet's transmitter would not do. */
  const sendProposedFor = async (own: Address) => {
    pause("propose")
    const message = await atlas.send()
    await atlas.reached(message, "SEALED")
    await actors.propose(atlas.beta, message, { root: message.packedMessage, switchboard: own })
    world.devnet.relay.resume("propose")
    await atlas.reached(message, "PROPOSED")
    return message
  }

  /** Deploys a fast switchboard to beta that nobody watches, and opens its path from alpha. */
  const openOwnFast = async ({ timeout, initialPacketCount }: { timeout: bigint; initialPacketCount: bigint }) => {
    const { alpha, beta } = atlas
    const address = await deploy(beta, fastSwitchboardArtifact, [deployer.address, beta.contracts.socket, timeout, []])
    const call = { address, abi: fastSwitchboardArtifact.abi }
    const governance = keccak256(toBytes("GOVERNANCE_ROLE"))
    await actors.asOwner(beta, { ...call, functionName: "grantRole", args: [governance, deployer.address] })
    const path = [alpha.slug, 1n, 1n, initialPacketCount, alpha.contracts.switchboard]
    await actors.asOwner(beta, { ...call, functionName: "registerSiblingSlug", args: path })
    return address
  }

  const byResuming = (stage: string) => ({
    who: `the devnet is paused, also its stage ${stage}: let it go on`,
    command: `npx hardhat devnet resume --port ${world.port}`,
  })

  it("not-sealed: the packet is the next one of its capacitor", async () => {
    pause("seal")
    const message = await atlas.send()
    await expectWaiting(message)

    const cause = expectCause(await atlas.explain(message, later), "not-sealed")
    expect(cause.says).to.match(
      /^Packet 0 was not sealed on alpha in the \d+ min \d\d s since the message was sent, though it is the next one in its capacitor\.$/,
    )
    expect(cause.mend).to.deep.equal(byResuming("seal"))
    await atlas.mend(cause.mend?.command)
    await atlas.expectDelivered(message)
  })

  deepIt(
    "path-below-policy: is told beside why the message waits, never as why, and without a policy nothing is read",
    async () => {
      // One is asked some seconds after the other.
      const timeless = (value: unknown) => JSON.stringify(value).replace(/\d+ min \d\d s/g, "a while")
      const policy = (trust: object) => ({ env: { PLUGS_TEST_TRUST: JSON.stringify(trust) } })
      pause("seal")
      const message = await atlas.send()
      const plain = await atlas.explain(message, later)
      const kept = await atlas.explain(message, { ...later, ...policy({ leastSecondsUnwatched: 60 }) })
      expect(timeless(kept.document.causes)).to.deep.equal(timeless(plain.document.causes))

      const broken = policy({ leastSecondsUnwatched: 86_400, leastSafeSigners: 2 })
      const stuck = await atlas.explain(message, { ...later, ...broken })
      expect(stuck.requests - plain.requests).to.be.within(1, 70)
      const [first, last] = stuck.document.causes
      expect(timeless({ ...stuck.document, causes: [first] })).to.deep.equal(timeless(plain.document))
      expect(last).to.include({
        name: "path-below-policy",
        certainty: "possible",
        mend: null,
        about: message.messageId,
      })
      expect(last?.evidence.map(({ source }) => source)).to.deep.equal([
        ...["plugs.trust, UNWATCHED_TOO_SOON", "plugs.trust, OWNER_NOT_SAFE"],
      ])
      await resume(message)
      const { code, document } = await atlas.explain(message, broken)
      expect([code, document.verdict, document.causes.map(({ name }) => name)]).to.deep.equal([
        ...[0, "delivered", ["path-below-policy"]],
      ])
    },
  )

  deepIt("path-below-policy: a path that cannot be read is not said to be well", async () => {
    const plug = await atlas.newCounter(atlas.alpha)
    await atlas.connect(atlas.alpha, plug, { slug: atlas.beta.slug, sibling: deployer.address })
    pause("seal")
    const message = await atlas.send(plug)
    const { document } = await atlas.explain(message, { env: { PLUGS_TEST_TRUST: "{}" } })
    expect(document.causes.at(-1)?.evidence[0]?.source).to.equal("plugs.trust, NOT_READ")
    expect(document.causes[0]?.name).to.equal("destination-without-code")
  })

  deepIt("not-sealed: other packets stand before it in its capacitor, and the first is named", async () => {
    pause("seal")
    const first = await atlas.send()
    await atlas.send()
    const third = await atlas.send()

    const cause = expectCause(await atlas.explain(third, later), "not-sealed")
    expect(cause.says).to.contain("2 packets stand before it in its capacitor, the first of which is packet 0.")
    expect(cause.evidence.at(-1)?.says).to.equal(
      `Packet 0 holds message ${first.messageId}, which transaction ${first.transactionHash} sent.`,
    )
    await resume(third)
  })

  deepIt("not-proposed: the packet was sealed, and has not been proposed", async () => {
    pause("propose")
    const message = await atlas.send()
    await atlas.reached(message, "SEALED")
    await expectWaiting(message)

    const cause = expectCause(await atlas.explain(message, later), "not-proposed")
    expect(cause.mend).to.deep.equal(byResuming("propose"))
    await resume(message)
  })

  deepIt("wrong-root: the packet was proposed with another root", async () => {
    pause("propose")
    const message = await atlas.send()
    await atlas.reached(message, "SEALED")
    const root = keccak256("0x01")
    await actors.propose(atlas.beta, message, { root, switchboard })

    const cause = expectCause(await atlas.explain(message, later), "wrong-root")
    expect(cause.evidence[0]?.says).to.contain(`Proposal 0 is for switchboard ${switchboard} and has the root ${root}`)
    expect(cause.mend).to.deep.equal(byResuming("propose"))
    await actors.propose(atlas.beta, message, { root: message.packedMessage, switchboard })
    await resume(message)
  })

  deepIt(
    "proposed-for-another-switchboard: the switchboards fit, and it was proposed for neither of them",
    async () => {
      pause("propose")
      const message = await atlas.send()
      await atlas.reached(message, "SEALED")
      const { optimisticSwitchboard } = atlas.beta.contracts
      await actors.propose(atlas.beta, message, { root: message.packedMessage, switchboard: optimisticSwitchboard })

      const cause = expectCause(await atlas.explain(message), "proposed-for-another-switchboard")
      expect(cause.says)
        .to.contain(`for switchboard ${optimisticSwitchboard} only`)
        .and.to.contain(`accepts packets of ${switchboard} only`)
      expect(cause.mend).to.deep.equal(byResuming("propose"))
      await actors.propose(atlas.beta, message, { root: message.packedMessage, switchboard })
      await resume(message)
    },
  )

  it("attestations-missing: one of three watchers has attested, and the other two are named", async () => {
    const [one, two, three] = actors.watchers
    const message = await sendProposed()
    await actors.attest(atlas.beta, message, { watcher: one!, switchboard })
    await expectWaiting(message)

    const cause = expectCause(await atlas.explain(message, { clock: later.clock! }), "attestations-missing")
    expect(cause.says).to.match(/^1 of 3 watchers have attested .* It is accepted without them after 20\d\d-/)
    for (const { address } of [two!, three!]) {
      expect(cause.evidence.map(({ says }) => says).join()).to.contain(`The watcher ${address}, who has WATCHER_ROLE`)
    }
    expect(cause.mend).to.deep.equal(byResuming("attest"))
    for (const watcher of [two!, three!]) await actors.attest(atlas.beta, message, { watcher, switchboard })
    await resume(message)
  })

  deepIt("attestations-missing: at once, if the devnet has no key of a watcher that has to attest", async () => {
    const { alpha, beta } = atlas
    const stranger: Address = "0x000000000000000000000000000000000000bEEF"
    const { abi } = fastSwitchboardArtifact
    const grant = { address: switchboard, abi, functionName: "grantWatcherRole", args: [alpha.slug, stranger] } as const
    await actors.asOwner(beta, grant)
    const message = await atlas.send()
    const inSeconds = await atlas.inSeconds()
    await eventually(async () => (await atlas.explain(message, inSeconds)).document.says.startsWith("3 of 4 watchers"))

    const cause = expectCause(await atlas.explain(message, inSeconds), "attestations-missing")
    const who = `the watcher ${stranger} of the switchboard ${switchboard} on beta attests the packet`
    expect(cause.mend).to.deep.equal({ who, command: null, by: "others" })
  })

  deepIt(
    "attestations-missing: a watcher was revoked before it attested, so that nobody is left to complete them",
    async () => {
      const [one, two, three] = actors.watchers
      const message = await sendProposed()
      for (const watcher of [one!, two!]) await actors.attest(atlas.beta, message, { watcher, switchboard })
      const revoke = {
        address: switchboard,
        abi: fastSwitchboardArtifact.abi,
        functionName: "revokeWatcherRole",
      } as const
      await actors.asOwner(atlas.beta, { ...revoke, args: [atlas.alpha.slug, three!.address] })

      const cause = expectCause(await atlas.explain(message, later), "attestations-missing")
      expect(cause.says).to.contain("2 of 2 watchers have attested")
      expect(cause.mend?.who).to.contain(`the owner of the switchboard ${switchboard} on beta`)
      await actors.asOwner(atlas.beta, {
        ...revoke,
        functionName: "grantWatcherRole",
        args: [atlas.alpha.slug, three!.address],
      })
      await actors.attest(atlas.beta, message, { watcher: three!, switchboard })
      await resume(message)
    },
  )

  deepIt("path-tripped: a watcher has tripped the path", async () => {
    const { alpha, beta } = atlas
    pause("execute", "simulate", "verify")
    const message = await atlas.send()
    await atlas.reached(message, "ATTESTED")
    await actors.trip(beta, switchboard, { kind: "tripPath", srcChainSlug: alpha.slug })

    const cause = expectCause(await atlas.explain(message), "path-tripped")
    const who = `the holder ${deployer.address} of UN_TRIP_ROLE at the switchboard ${switchboard} on beta untrips it`
    expect(cause.mend).to.deep.equal({ who, command: null, by: "others" })
    await actors.trip(beta, switchboard, { kind: "unTripPath", srcChainSlug: alpha.slug })
    await resume(message)
  })

  deepIt("everything-tripped: the switchboard lets no packet of any chain pass", async () => {
    const { beta } = atlas
    const message = await sendProposed()
    await actors.trip(beta, switchboard, { kind: "tripGlobal" })

    const cause = expectCause(await atlas.explain(message, later), "everything-tripped")
    expect(cause.mend?.who).to.contain("UN_TRIP_ROLE")
    await actors.trip(beta, switchboard, { kind: "unTrip" })
    await resume(message)
  })

  deepIt("proposal-tripped: the only proposal is tripped for good", async () => {
    const { alpha, beta } = atlas
    const message = await sendProposed()
    // The relay would propose it anew at once.
    pause("propose")
    const { packetId } = message
    await actors.trip(beta, switchboard, {
      kind: "tripProposal",
      packetId,
      srcChainSlug: alpha.slug,
      proposalCount: 0n,
    })

    const cause = expectCause(await atlas.explain(message), "proposal-tripped")
    expect(cause.mend).to.deep.equal(byResuming("propose"))
    await actors.propose(beta, message, { root: message.packedMessage, switchboard })
    await resume(message)
  })

  deepIt("below-initial-packet: the switchboard accepts packets from a later one on", async () => {
    const { alpha, beta } = atlas
    const own = await openOwnFast({ timeout: 0n, initialPacketCount: 1n })
    await actors.asOwner(beta, {
      address: own,
      abi: fastSwitchboardArtifact.abi,
      functionName: "grantWatcherRole",
      args: [alpha.slug, actors.watchers[0]!.address],
    })
    const connection = { slug: alpha.slug, sibling: world.counters.alpha, switchboard: own }
    await atlas.connect(beta, world.counters.beta, connection)
    const message = await sendProposedFor(own)

    const explained = await atlas.explain(message)
    const cause = expectCause(explained, "below-initial-packet")
    expect(explained.document.verdict).to.equal("failed")
    expect(cause.says).to.contain("from number 1 on, and this is packet 0")
    expect(cause.mend).to.deep.equal({ who: "send the message again", command: null })
    const again = await sendProposedFor(own)
    await actors.attest(beta, again, { watcher: actors.watchers[0]!, switchboard: own })
    await atlas.expectDelivered(again)
  })

  it("optimistic-timeout: the packet waits for its time, and the moment is named", async () => {
    const { alpha, beta } = atlas
    const { optimisticSwitchboard } = beta.contracts
    for (const [chain, plug, sibling] of [
      [alpha, world.counters.alpha, { slug: beta.slug, sibling: world.counters.beta }],
      [beta, world.counters.beta, { slug: alpha.slug, sibling: world.counters.alpha }],
    ] as const) {
      await atlas.connect(chain, plug, { ...sibling, switchboard: optimisticSwitchboard })
    }
    const message = await atlas.send()
    await atlas.reached(message, "PROPOSED")

    const explained = await atlas.explain(message)
    const { document } = explained
    const cause = expectCause(explained, "optimistic-timeout")
    expect(document.verdict).to.equal("waiting")
    expect(cause.mend).to.equal(null)
    const [, until = ""] =
      /accepts the packet 5 s after its proposal: in the first block after (\S+ \S+) UTC/.exec(cause.says) ?? []
    const { timestamp } = await beta.publicClient.getBlock()
    expect(Date.parse(`${until.replace(" ", "T")}Z`) / 1_000).to.be.within(Number(timestamp), Number(timestamp) + 5)
    await beta.testClient.increaseTime({ seconds: 6 })
    await beta.testClient.mine({ blocks: 1 })
    await atlas.expectDelivered(message)
  })

  deepIt("chain-stands-still: automatic mining is off, and what the transmitter sent waits", async () => {
    const { beta } = atlas
    await beta.testClient.setAutomine(false)
    try {
      const message = await atlas.send()
      await atlas.reached(message, "SEALED")
      await eventually(async () => (await beta.publicClient.getBlock({ blockTag: "pending" })).transactions.length > 0)

      const explained = await atlas.explain(message, await atlas.inSeconds())
      const cause = expectCause(explained, "chain-stands-still")
      expect(explained.document.verdict).to.equal("stuck")
      expect(cause.says).to.equal("beta mines no block: its automatic mining is off, and transactions wait.")
      expect(cause.mend?.who).to.contain("evm_mine")
      await beta.testClient.setAutomine(true)
      await beta.testClient.mine({ blocks: 1 })
      await atlas.expectDelivered(message)
    } finally {
      await beta.testClient.setAutomine(true)
    }
  })

  deepIt("chain-stands-still: by the clock the timeout is over, and no block says so", async () => {
    const { alpha, beta } = atlas
    const sibling = { slug: alpha.slug, sibling: world.counters.alpha }
    await atlas.connect(beta, world.counters.beta, { ...sibling, switchboard: beta.contracts.optimisticSwitchboard })
    await atlas.connect(alpha, world.counters.alpha, {
      ...{ slug: beta.slug, sibling: world.counters.beta },
      switchboard: alpha.contracts.optimisticSwitchboard,
    })
    const message = await atlas.send()
    await atlas.reached(message, "PROPOSED")

    const explained = await atlas.explain(message, later)
    expect(expectCause(explained, "chain-stands-still").says).to.contain("has mined no block since")
    expect(explained.document.verdict).to.equal("stuck")
    await beta.testClient.increaseTime({ seconds: 6 })
    await beta.testClient.mine({ blocks: 1 })
    await atlas.expectDelivered(message)
  })

  deepIt("switchboard-fails: allowPacket of a switchboard of somebody's own reverts", async () => {
    const { alpha, beta } = atlas
    const own = await deploy(beta, ownSwitchboardArtifact, [beta.contracts.socket])
    const { abi } = ownSwitchboardArtifact
    for (const [functionName, args] of [
      ["open", [alpha.slug, alpha.contracts.switchboard]],
      ["answer", [2]],
    ] as const) {
      const hash = await beta.walletClient.writeContract({ address: own, abi, functionName, args: args as never })
      await beta.publicClient.waitForTransactionReceipt({ hash })
    }
    await atlas.connect(beta, world.counters.beta, {
      slug: alpha.slug,
      sibling: world.counters.alpha,
      switchboard: own,
    })
    const message = await sendProposedFor(own)

    const cause = expectCause(await atlas.explain(message), "switchboard-fails")
    expect(cause.says).to.contain(`allowPacket of the switchboard ${own}`)
    expect(cause.mend?.command).to.contain(`--switchboard ${switchboard}`)
    await atlas.mend(cause.mend?.command)
    await atlas.expectDelivered(message)
  })

  deepIt("switchboard-fails: the plug uses an account without code", async () => {
    const { alpha, beta } = atlas
    const account: Address = "0x00000000000000000000000000000000000000e0"
    await beta.testClient.setBalance({ address: account, value: 10n ** 18n })
    await beta.testClient.impersonateAccount({ address: account })
    const hash = await beta.walletClient.writeContract({
      account,
      address: beta.contracts.socket,
      abi: socketAbi,
      functionName: "registerSwitchboardForSibling",
      args: [alpha.slug, 1n, 1n, alpha.contracts.switchboard],
    })
    await beta.publicClient.waitForTransactionReceipt({ hash })
    const connection = { slug: alpha.slug, sibling: world.counters.alpha, switchboard: account }
    await atlas.connect(beta, world.counters.beta, connection)
    const message = await sendProposedFor(account)

    const cause = expectCause(await atlas.explain(message), "switchboard-fails")
    expect(cause.says).to.contain("there is no contract at its address")
    await atlas.mend(cause.mend?.command)
    await atlas.expectDelivered(message)
  })

  deepIt("own-switchboard: a fast switchboard of somebody's own has no watchers", async () => {
    const { alpha, beta } = atlas
    const own = await openOwnFast({ timeout: 0n, initialPacketCount: 0n })
    await atlas.connect(beta, world.counters.beta, {
      slug: alpha.slug,
      sibling: world.counters.alpha,
      switchboard: own,
    })
    const message = await sendProposedFor(own)

    const cause = expectCause(await atlas.explain(message), "own-switchboard")
    expect(cause.says).to.contain("it has no watchers for them")
    await atlas.mend(cause.mend?.command)
    await atlas.expectDelivered(message)
  })

  deepIt("attestations-missing: of two proposals one is tripped, and the other waits", async () => {
    const { alpha, beta } = atlas
    const message = await sendProposed()
    const { packetId } = message
    await actors.propose(beta, message, { root: message.packedMessage, switchboard })
    await actors.trip(beta, switchboard, {
      kind: "tripProposal",
      packetId,
      srcChainSlug: alpha.slug,
      proposalCount: 0n,
    })

    expectCause(await atlas.explain(message, later), "attestations-missing")
    await resume(message)
  })
})
