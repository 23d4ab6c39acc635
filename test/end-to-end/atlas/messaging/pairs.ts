import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, keccak256, pad, parseAbi, parseEther, toBytes, toHex, zeroAddress, zeroHash } from "viem"

import { createAccounts } from "#src/devnet/chain/accounts.js"
import type { MessageRecord } from "#src/devnet/index.js"
import type { messageCauses } from "#src/messaging/explaining/messageCauses.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createShortPauses } from "#test/fixtures/clocks/shortPauses.js"
import type { TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { variants } from "#test/fixtures/depth.js"
import { maxRequests } from "#test/fixtures/output/expectCause.js"
import { type AtlasMessages, later } from "#test/fixtures/worlds/messaging/atlasMessages.js"
import type { ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { createRelayActors } from "#test/fixtures/worlds/messaging/relayActors.js"
import { useAtlas } from "#test/fixtures/worlds/messaging/useAtlas.js"

const { abi } = moodyPlugArtifact

/** Where a message is held. */
type Place = "RECEIVED" | "SEALED" | "PROPOSED" | "VERIFIED"

const stageAfter = { RECEIVED: "seal", SEALED: "propose", PROPOSED: "attest", VERIFIED: "simulate" } as const

type Ill =
  | "disconnected"
  | "other sibling"
  | "path trip"
  | "global trip"
  | "refuses"
  | "hungry"
  | "no role"
  | "poor"
  | "no API"
  | "wrong key"

/** Two things that stop a message at once, and the causes that are found, in their order. */
const pairs: readonly (readonly [Place, readonly [Ill, ...Ill[]], readonly (keyof typeof messageCauses)[]])[] = [
  ["RECEIVED", ["disconnected"], ["not-connected", "not-sealed"]],
  ["RECEIVED", ["other sibling"], ["other-sibling", "not-sealed"]],
  ["RECEIVED", ["refuses"], ["not-sealed", "inbound-reverts"]],
  ["RECEIVED", ["wrong key"], ["not-sealed", "api-key-refused"]],
  ["SEALED", ["path trip"], ["not-proposed", "path-tripped"]],
  ["SEALED", ["global trip"], ["not-proposed", "everything-tripped"]],
  ["SEALED", ["refuses"], ["not-proposed", "inbound-reverts"]],
  ["SEALED", ["hungry"], ["not-proposed", "inbound-needs-more-gas"]],
  ["SEALED", ["no API"], ["not-proposed", "api-unreachable"]],
  ["PROPOSED", ["path trip"], ["path-tripped", "attestations-missing"]],
  ["PROPOSED", ["global trip"], ["everything-tripped", "attestations-missing"]],
  ["PROPOSED", ["path trip", "global trip"], ["everything-tripped", "path-tripped"]],
  ["PROPOSED", ["refuses"], ["attestations-missing", "inbound-reverts"]],
  ["PROPOSED", ["hungry"], ["attestations-missing", "inbound-needs-more-gas"]],
  ["PROPOSED", ["refuses", "path trip"], ["path-tripped", "inbound-reverts"]],
  ["PROPOSED", ["wrong key"], ["attestations-missing", "api-key-refused"]],
  ["VERIFIED", ["disconnected", "path trip"], ["not-connected", "path-tripped"]],
  ["VERIFIED", ["refuses", "no role"], ["executor-without-role", "inbound-reverts"]],
  ["VERIFIED", ["hungry", "no role"], ["executor-without-role", "inbound-needs-more-gas"]],
  ["VERIFIED", ["refuses", "no API"], ["inbound-reverts", "api-unreachable"]],
  ["VERIFIED", ["poor", "refuses"], ["value-missing", "inbound-reverts"]],
  ["VERIFIED", ["poor", "no role"], ["value-missing", "executor-without-role"]],
]

describe("the atlas of causes: two at once", function () {
  const actors = createRelayActors(1)
  const { executor } = createAccounts()
  let world: ExplainedWorld
  let atlas: AtlasMessages
  useAtlas((opened) => {
    ;({ world, atlas } = opened)
  })

  const send = async (ills: readonly Ill[]): Promise<MessageRecord["outbound"]> => {
    const { alpha, beta } = atlas
    const params = ills.includes("poor") ? pad(toHex((1n << 248n) | parseEther("0.0005")), { size: 32 }) : zeroHash
    const isHungry = ills.includes("hungry")
    const payload: Hex = isHungry ? `0x${"ab".repeat(200)}` : "0x12"
    const hash = await alpha.walletClient.writeContract({
      ...{ address: world.moody.alpha, abi, functionName: "sendRaw", value: parseEther("0.1") },
      args: [beta.slug, isHungry ? 30_000n : 100_000n, params, zeroHash, payload],
    })
    await alpha.publicClient.waitForTransactionReceipt({ hash })
    const known = await eventually(() => Promise.resolve(world.devnet.messagesFromTx(alpha.slug, hash)[0]))
    return known.outbound
  }

  const afflict: Readonly<Record<Ill, () => Promise<unknown>>> = {
    disconnected: () => {
      const { alpha, beta } = atlas
      return atlas.connect(beta, world.moody.beta, { slug: alpha.slug, sibling: zeroAddress })
    },
    "other sibling": () => {
      const { alpha, beta } = atlas
      return atlas.connect(beta, world.moody.beta, { slug: alpha.slug, sibling: world.counters.alpha })
    },
    "path trip": () => {
      const { alpha, beta } = atlas
      return actors.trip(beta, beta.contracts.switchboard, { kind: "tripPath", srcChainSlug: alpha.slug })
    },
    "global trip": () => actors.trip(atlas.beta, atlas.beta.contracts.switchboard, { kind: "tripGlobal" }),
    refuses: async () => {
      const { walletClient, publicClient } = atlas.beta
      const call = { address: world.moody.beta, abi, functionName: "refuseAll", args: [true] } as const
      await publicClient.waitForTransactionReceipt({ hash: await walletClient.writeContract(call) })
    },
    hungry: () => Promise.resolve(),
    "no role": () => {
      const { beta } = atlas
      const address = beta.contracts.executionManager
      const args = [keccak256(toBytes("EXECUTOR_ROLE")), executor.address] as const
      const revoke = parseAbi(["function revokeRole(bytes32 role, address account)"])
      return actors.asOwner(beta, { address, abi: revoke, functionName: "revokeRole", args })
    },
    poor: () => atlas.beta.testClient.setBalance({ address: executor.address, value: parseEther("0.0002") }),
    "no API": () => Promise.resolve(),
    "wrong key": () => Promise.resolve(),
  }

  const optionsFor = (ills: readonly Ill[]): TaskCommandOptions => {
    if (ills.includes("wrong key")) return { ...later, env: { PLUGS_TEST_API_KEY: "wrong" } }
    if (!ills.includes("no API")) return later
    const env = { PLUGS_TEST_MESSAGING: JSON.stringify({ baseUrl: "http://127.0.0.1:9", apiKey: "k" }) }
    const clock = later.clock!
    return {
      env,
      clock: { ...createShortPauses(), now: () => clock.now(), wallTime: () => clock.wallTime?.() ?? clock.now() },
    }
  }

  for (const [place, ills, names] of variants(pairs, 2)) {
    it(`${place}, ${ills.join(" and ")}: finds ${names.join(" and ")}`, async () => {
      world.devnet.relay.pause(stageAfter[place])
      const message = await send(ills)
      await atlas.reached(message, place)
      for (const ill of ills) await afflict[ill]()
      const { document, requests } = await atlas.explain(message, optionsFor(ills))
      const found = document.causes.map(({ name }) => name)
      for (const name of names) expect(found, JSON.stringify(document.causes, undefined, 2)).to.include(name)
      expect(found[0]).to.equal(names[0])
      expect(document.verdict).to.equal("stuck")
      const commands = document.causes.flatMap(({ mend }) => mend?.command ?? []).filter((one) => one.includes("retry"))
      // No retry succeeds before inbound does, nor with too little gas.
      if (found.includes("inbound-reverts")) expect(commands).to.deep.equal([])
      if (found.includes("inbound-needs-more-gas")) {
        for (const command of commands) expect(command).to.contain("--gas-limit")
      }
      expect(requests).to.be.within(1, maxRequests)
    })
  }
})
