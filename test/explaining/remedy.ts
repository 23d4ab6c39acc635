import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import { explain, type Fix } from "#src/explaining/explain.js"
import { type Place, type Remedy, writeRemedy } from "#src/explaining/remedy.js"
import { connectSourceFix } from "#src/messaging/explaining/connectionFixes.js"
import { findApiCauses } from "#src/messaging/explaining/finding/findApiCauses.js"
import { findExecutionCauses } from "#src/messaging/explaining/finding/findExecutionCauses.js"
import { findPathCauses } from "#src/messaging/explaining/finding/findPathCauses.js"
import { findConnectionCauses } from "#src/messaging/explaining/finding/findReadingCauses.js"
import { knowsIn } from "#src/messaging/explaining/knowContracts.js"
import { executionManagerAbi, plugAbi, socketAbi } from "#src/messaging/onchain/abi.js"
import type { Journey } from "#src/messaging/reading/Journey.js"
import { wordsOf } from "#src/primitives/commands/commandLine.js"
import { runs } from "#test/fixtures/depth.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { arrivalWith, journeyWith, messageCase, proposal, switchboardState } from "#test/fixtures/wire/messageFacts.js"
import { dstPlug, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

const [own, stranger]: readonly Place[] = [
  { slug: 41_002, address: dstPlug },
  { slug: 41_001, address: srcPlug },
]
const knowsOwn = ({ slug, address }: Place): boolean => slug === own!.slug && address === own!.address
const connecting = (more: Partial<Remedy> = {}): Remedy => ({
  who: `the owner connects it with ${stranger!.address}`,
  command: `npx hardhat messaging connect ${dstPlug} ${srcPlug} --from beta --to alpha --switchboard FAST`,
  grants: [own!, stranger!],
  otherwise: "look at it",
  ...more,
})

describe("S-16 a remedy has others trust only what the project knows", () => {
  it("is printed where every contract that it grants trust to is known", async () => {
    const { who, command } = connecting()
    expect(await writeRemedy(connecting(), () => true)).to.deep.equal({ who, command })
  })

  it("is said otherwise where one is not known", async () => {
    const instead = { who: "look at it", command: null }
    expect(await writeRemedy(connecting(), knowsOwn)).to.deep.equal(instead)
    expect(await writeRemedy(connecting({ command: null }), knowsOwn)).to.deep.equal(instead)
    expect(await writeRemedy(connecting({ command: "0xc3d29b63" }), knowsOwn)).to.deep.equal(instead)
    expect(await writeRemedy(connecting({ by: "others" }), knowsOwn)).to.deep.equal({ ...instead, by: "others" })
  })

  it("is not printed where it names more than it says, or hides what it names", async () => {
    const lines = [
      `npx hardhat messaging connect ${dstPlug} ${srcPlug} --from beta --to alpha`,
      `npx hardhat messaging connect ${dstPlug} Greeter@alpha --from beta --to alpha`,
      `npx hardhat messaging connect ${dstPlug} "${srcPlug}" --from beta --to alpha`,
      `npx hardhat messaging connect ${dstPlug} --to alpha --from beta --switchboard=${srcPlug}`,
      `npx hardhat messaging send ${srcPlug} "add(uint32,uint256)" beta 5`,
      `cast send ${srcPlug}`,
      "0xc3d29b63",
    ]
    for (const command of lines) {
      const named = command.startsWith("npx") ? [own!] : []
      const { command: written } = await writeRemedy(connecting({ command, grants: named }), () => true)
      expect(written, command).to.equal(null)
    }
    const wire = "npx hardhat messaging wire --apply --file wiring.ts"
    expect((await writeRemedy({ who: "wire it", command: wire }, () => false)).command).to.equal(wire)
  })

  it("is not printed of a finder that names a stranger, in whatever way it does", async () => {
    const planted: readonly Fix[] = [
      connecting(),
      { ...connecting(), grants: [] },
      { ...connecting(), grants: undefined },
      { ...connecting(), command: "0xc3d29b63", grants: undefined },
    ]
    for (const fix of planted) {
      const explained = await explain<null, "planted">(
        {
          table: { planted: { verdict: "stuck" }, "chain-not-read": { verdict: "unknown" } },
          read: () => Promise.resolve(null),
          finders: [() => [{ name: "planted", says: "It is so.", evidence: [], fix: () => Promise.resolve(fix) }]],
          knows: () => knowsOwn,
          summarize: () => ({ verdict: "stuck", subject: {}, says: "", items: [], stories: [] }),
        },
        {},
      )
      expect(JSON.stringify(explained)).not.to.match(new RegExp(srcPlug, "i"))
      expect(explained.causes[0]?.mend?.command).to.equal(null)
    }
  })
})

describe("S-16 a remedy agrees to nothing in advance", () => {
  it("loses each option by which a person agrees, with its value", async () => {
    const retry = `npx hardhat messaging retry 0x12 --from alpha --gas-limit 9`
    const guards = ["--yes", "--max-value 1", "--max-gas-price=9", "--accept-loss 20", "--accept-undecoded", "--anyway"]
    for (const added of [...guards, "--allow-target 0x12 --min-out 1", "--force", "--yes=true"]) {
      const written = await writeRemedy({ who: "retry it", command: `${retry} ${added}` }, () => false)
      expect(written.command, added).to.equal(retry)
      const between = retry.replace(" --from", ` ${added} --from`)
      expect((await writeRemedy({ who: "retry it", command: between }, () => false)).command, added).to.equal(retry)
    }
  })
})

describe("S-16 what a plug of the project trusts already", () => {
  it("is its sibling there, and the switchboard that attests to it for that chain, not the one by which it sends", async () => {
    const [inboundSwitchboard, outboundSwitchboard] = [at(0xa1), at(0xa2)]
    const config = {
      siblingPlug: srcPlug,
      inboundSwitchboard,
      outboundSwitchboard,
      capacitor: at(1),
      decapacitor: at(2),
    }
    const srcConfig = { ...config, siblingPlug: at(0xa3), inboundSwitchboard: at(0xa4) }
    const isKnown = knowsIn([{ journey: journeyWith(arrivalWith([], { config }), { srcConfig }) }], knowsOwn)
    const [here, there] = [own!.slug, stranger!.slug]
    expect(await isKnown(stranger!, [own!])).to.equal(true)
    expect(await isKnown({ slug: here, address: inboundSwitchboard, otherSlug: there }, [own!])).to.equal(true)
    for (const place of [
      { slug: here, address: outboundSwitchboard, otherSlug: there },
      { slug: here, address: inboundSwitchboard, otherSlug: 41_003 },
      { slug: 41_003, address: srcPlug },
      { slug: here, address: srcPlug },
    ]) {
      expect(await isKnown(place, [own!]), JSON.stringify(place)).to.equal(false)
    }
  })
})

const guards = /--(yes|anyway|force|accept|allow|max|min)/
const pool: readonly Address[] = [zeroAddress, srcPlug, dstPlug, ...[0xa1, 0xa2, 0xa3, 0xa4].map((byte) => at(byte))]

/** A plug need not send by the switchboard that attests to it. */
const anyConfig = fc.record({
  siblingPlug: fc.constantFrom(...pool),
  inboundSwitchboard: fc.constantFrom(...pool),
  outboundSwitchboard: fc.constantFrom(...pool),
})

/** Any state of a message between two plugs, and what the project knows. */
const anyState = fc.record({
  known: fc.subarray(pool.slice(1)),
  config: anyConfig,
  srcConfig: anyConfig,
  path: fc.option(fc.record({ switchboard: fc.constantFrom(...pool), sibling: fc.constantFrom(...pool) })),
  failure: fc.option(fc.constant("it reverts"), { nil: undefined }),
  proposals: fc.array(
    fc.record({
      ...{ switchboard: fc.constantFrom(...pool), isForPlug: fc.boolean(), isRootOfMessage: fc.boolean() },
      isAllowed: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  owner: fc.option(fc.constantFrom(...pool)),
  isContract: fc.boolean(),
  hasConnect: fc.boolean(),
})

describe("S-16 whatever becomes of a message between any two contracts", () => {
  it("no remedy has a contract of the project trust one that is neither known nor trusted by it, and none has a guard", async () => {
    let printed = 0
    await fc.assert(
      fc.asyncProperty(anyState, async (state) => {
        const { known, config, srcConfig, owner } = state
        const views = {
          owner: owner === null ? undefined : () => owner,
          connect: state.hasConnect ? () => undefined : undefined,
        }
        const codes = state.isContract && owner !== null ? { [owner]: "0x60" as const } : {}
        const client = createViewNode({ abis: [plugAbi, socketAbi, executionManagerAbi], views, codes })
        const plain = arrivalWith(state.proposals.map((one) => proposal(one)))
        const whole = { ...config, capacitor: at(0xcc), decapacitor: at(0xcd) }
        const switchboard = switchboardState({ address: config.inboundSwitchboard, totalWatchers: 0n })
        const arrival = { ...plain, chain: { ...plain.chain, client }, config: whole, switchboard }
        const first = journeyWith(arrival)
        const source = {
          ...srcConfig,
          ...{ capacitor: at(0xcc), decapacitor: at(0xcd) },
        } as Journey["srcConfig"]
        const journey = { ...first, src: { ...first.src, client }, srcConfig: source }
        const details = { ...messageCase(journey).details, failure: state.failure, path: state.path ?? undefined }
        const subject = messageCase(journey, { details })
        const causes = [findConnectionCauses, findPathCauses, findExecutionCauses, findApiCauses].flatMap((find) =>
          find(subject),
        )
        const fixes = await Promise.all(causes.map(async ({ fix }) => (typeof fix === "function" ? await fix() : fix)))
        fixes.push(await connectSourceFix(journey.src, { plug: srcPlug, dst: arrival.chain }))
        const isKnown = knowsIn([{ journey }], ({ address }) => known.includes(address))
        // What is trusted already, by a plug of the project that the remedy is about.
        const trusted = [
          ...(known.includes(dstPlug) ? [config.siblingPlug, config.inboundSwitchboard] : []),
          ...(known.includes(srcPlug) ? [srcConfig.siblingPlug, srcConfig.inboundSwitchboard] : []),
        ]
        for (const fix of fixes) {
          if (fix === undefined) continue
          const { who, command } = await writeRemedy(fix, isKnown)
          expect(command ?? "").not.to.match(guards)
          const names = /connect /.test(command ?? "")
            ? wordsOf(command!)
            : /with the sibling.*$/.exec(who)?.[0].split(" ")
          const contracts = (names ?? []).filter((word) => /^0x\w{40}$/.test(word))
          if (contracts.length > 0) printed += 1
          for (const named of contracts) expect([...known, ...trusted]).to.include(named)
          if (command?.startsWith("0x"))
            for (const word of pool.slice(1)) {
              if (command.includes(word.slice(2).toLowerCase())) expect([...known, ...trusted]).to.include(word)
            }
        }
      }),
      runs({ fast: 300, deep: 2_500 }),
    )
    expect(printed).to.be.above(0)
  })
})
