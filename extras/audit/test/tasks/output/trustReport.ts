import { expect } from "chai"
import { describe, it } from "mocha"

import type { KeyHolder } from "#extras/audit/src/trust/keySets.js"
import type { Power } from "#extras/audit/src/trust/Power.js"
import { type NamedTrust, policyReport, sayAnswer, trustReport } from "#extras/audit/tasks/output/trustReport.js"
import { plainText } from "#src/terminal/renderText.js"
import { countLetters, markColors } from "#test/fixtures/output/markColors.js"
import { at } from "#test/fixtures/wire/addresses.js"

function key(number: number, as: readonly string[], more: Partial<KeyHolder> = {}): KeyHolder {
  return { address: at(number), kind: "key", as, through: [], ...more }
}

function power(code: Power["code"], seconds: bigint | null, keys: readonly KeyHolder[], by: KeyHolder[] = []): Power {
  const [name] = code.toLowerCase().split("_") as [Power["power"]]
  return { power: name, code, keys, seconds, stoppedBy: by.map((one) => [one]), evidence: [] }
}

function pathOf(differences: Partial<NamedTrust> = {}): NamedTrust {
  return {
    ...{ srcChain: "alpha", dstChain: "beta", plugName: "Vault", isConnected: true, application: null },
    ...{ from: { slug: 11, plug: at(0xa0) }, to: { slug: 2_200, plug: at(0xa1) } },
    ...{ powers: [], notWhole: [], weaknesses: [], unread: [], ...differences },
  } as unknown as NamedTrust
}

const watcher = key(0x16, ["watcher"])
const [transmitter, signer] = [key(0x14, ["transmitter"]), key(0x21, ["owner"], { through: [at(0xa7)] })]
const timelock = key(0x31, ["owner"], { kind: "timelock" })

describe("the answer about a path", () => {
  const to = "Vault on beta"
  const both = [transmitter, timelock]
  const answers: readonly (readonly [string, Partial<NamedTrust>, string])[] = [
    ["nobody, where all was read", { notWhole: ["CENSOR_BY_FEES"] }, `Nobody can forge messages to ${to}.`],
    [
      "nobody knows, where a way to forge was not read whole",
      { notWhole: ["CENSOR_BY_FEES", "FORGE_BY_TIMEOUT"] },
      `Who can forge messages to ${to} is unknown.`,
    ],
    [
      "no plug, where none is connected",
      { isConnected: false },
      `${to} takes no messages of alpha: it is not connected.`,
    ],
    [
      "one key, at once",
      { powers: [power("CENSOR_BY_FEES", 0n, [watcher]), power("FORGE_BY_ATTESTING", 0n, [transmitter], [watcher])] },
      `One key can forge messages to ${to}: transmitter ${at(0x14)} (key), at once.`,
    ],
    [
      "several keys, and a time in which somebody can stop them",
      { powers: [power("FORGE_BY_TIMEOUT", 7_200n, both, [watcher]), power("FORGE_BY_ATTESTING", 0n, [watcher])] },
      `2 keys can forge messages to ${to}: transmitter ${at(0x14)} (key) and owner ${at(0x31)} (timelock), 2 h 00 min if nobody stops it.`,
    ],
    [
      "a time in which nobody can stop it",
      { powers: [power("FORGE_BY_TIMEOUT", 90n, [signer])], plugName: undefined },
      `One key can forge messages to ${at(0xa1)} on beta: owner ${at(0x21)} (key, for Safe 0x00000000…0000A7), 1 min 30 s, and nobody can stop it.`,
    ],
    [
      "a time that is not known",
      { powers: [power("FORGE_BY_TIMEOUT", null, [transmitter], [watcher])] },
      `One key can forge messages to ${to}: transmitter ${at(0x14)} (key), unknown if nobody stops it.`,
    ],
  ]
  for (const [name, differences, says] of answers) {
    it(`names ${name}`, () => {
      expect(sayAnswer(pathOf(differences))).to.equal(says)
    })
  }
})

describe("the report of who can do what", () => {
  it("gives each answer first, then each path with its powers, what is not known, and what would be better", () => {
    const both = key(0x14, ["transmitter", "executor"])
    const path = pathOf({
      powers: [
        power("FORGE_BY_ATTESTING", 0n, [transmitter, watcher]),
        // The same keys in the same time: one line, whose second key is two things.
        power("FORGE_BY_GOVERNANCE", 0n, [watcher, both]),
        power("FORGE_BY_TIMEOUT", 1_000_000n, [transmitter, watcher]),
        power("CENSOR_BY_NOT_EXECUTING", null, [signer]),
        ...[1, 2, 3, 4].map((number) => power("FREEZE_BY_TRIP", 0n, [key(number, ["tripper"])])),
        ...[1, 2, 3, 4, 5].map((number) => power("DRAIN_BY_RESCUING", 60n, [key(number, ["rescuer"])])),
        power("RULES_BY_PLUG_OWNER", 0n, [timelock]),
      ],
      notWhole: ["FORGE_BY_CONNECTING", "DRAIN_BY_WITHDRAWING"],
      unread: [
        { chain: "beta", what: "the owner", why: "the node says no" },
        { chain: "beta", what: "the owner", why: "the node says no" },
        { chain: "alpha", what: "the watchers", why: "there are too many" },
      ] as unknown as NamedTrust["unread"],
      weaknesses: [
        { name: "ONE_WATCHER", says: "one", mend: { who: "the owner grants another", command: "npx hardhat x" } },
        { name: "TIMEOUT_ZERO", says: "zero", mend: { who: "use another switchboard", command: null } },
        { name: "SAFE_OF_ONE", says: "a Safe of one", mend: null },
      ] as unknown as NamedTrust["weaknesses"],
    })
    const other = pathOf({ srcChain: "beta", dstChain: "alpha", plugName: undefined, powers: [] })
    expect(markColors(trustReport([path, other]))).to.deep.equal([
      "<bold>2 keys can forge messages to Vault on beta: transmitter 0x0000000000000000000000000000000000000014 (key) and watcher",
      "  0x0000000000000000000000000000000000000016 (key), at once.</>",
      "<bold>Nobody can forge messages to 0x00000000000000000000000000000000000000A1 on alpha.</>",
      "",
      "<bold>alpha → beta, Vault</>",
      "<bold>can</>     <bold>keys</>  <bold>takes</>         <bold>who</>",
      "forge      2  at once       0x00000000…000014 transmitter +1",
      "                            + 0x00000000…000016 watcher",
      "           2  277 h 47 min  0x00000000…000014 transmitter",
      "                            + 0x00000000…000016 watcher",
      "censor     1  unknown       0x00000000…000021 owner",
      "freeze     1  at once       0x00000000…000001 tripper",
      "           1  at once       0x00000000…000002 tripper",
      "           1  at once       0x00000000…000003 tripper",
      "           1  at once       0x00000000…000004 tripper",
      "rules      1  at once       0x00000000…000031 owner (timelock)",
      "drain      1  1 min 00 s    0x00000000…000001 rescuer",
      "           1  1 min 00 s    0x00000000…000002 rescuer",
      "           1  1 min 00 s    0x00000000…000003 rescuer",
      "           1  1 min 00 s    0x00000000…000004 rescuer",
      "                            and 1 more, with --json",
      "  <magenta>Unknown on beta: the owner, because the node says no.</>",
      "  <magenta>Unknown on alpha: the watchers, because there are too many.</>",
      "  <magenta>Others may be able to, by ways that were not read whole: FORGE_BY_CONNECTING, DRAIN_BY_WITHDRAWING.</>",
      "",
      "  ONE_WATCHER: one",
      "    Better: the owner grants another.",
      "    npx hardhat x",
      "  TIMEOUT_ZERO: zero",
      "    Better: use another switchboard.",
      "  SAFE_OF_ONE: a Safe of one",
      "",
      "<bold>beta → alpha, 0x00000000…0000A1</>",
    ])
  })

  for (const [columns, counts] of [
    [40, [6, 19, 5, 12, 18, 12, 18]],
    [41, [7, 20, 3, 13, 17, 12, 18]],
  ] as const) {
    it(`fills lines of ${String(columns)} columns, and goes on further to the right`, () => {
      const [says, notWhole] = ["x ".repeat(30).trim(), ["FORGE_BY_CONNECTING" as const]]
      const weaknesses = [{ name: "ONE_WATCHER", says, mend: null }] as unknown as NamedTrust["weaknesses"]
      const path = pathOf({ plugName: says, notWhole, weaknesses })
      expect(countLetters(plainText(trustReport([path]), columns))).to.deep.equal(counts)
    })
  }
})

describe("the report of a policy", () => {
  const breach = { srcChainSlug: 11, dstChainSlug: 2_200, dstPlug: at(0xa1), evidence: [] }
  const [few, fast] = [
    { ...breach, rule: "minKeys", way: "FORGE_BY_TIMEOUT", says: "one key suffices" } as const,
    { ...breach, rule: "minDelay", way: null, says: "it takes no time" } as const,
  ] as unknown as Parameters<typeof policyReport>[0]["breaches"]
  if (few === undefined || fast === undefined) throw new Error("two breaches")

  it("says that nothing is broken, and what is accepted", () => {
    const accepted = [{ ...few, until: "2027-01-31", reason: "we move" }]
    expect(markColors(policyReport({ breaches: [], accepted }))).to.deep.equal([
      "<bold>Every path is as plugs.trust demands.</>",
      "<dim>minKeys FORGE_BY_TIMEOUT: one key suffices Accepted until 2027-01-31: we move</>",
    ])
  })

  it("counts what is broken, and names each", () => {
    expect(markColors(policyReport({ breaches: [few, fast], accepted: [] }))).to.deep.equal([
      "<bold>plugs.trust is broken: 2.</>",
      "<red>minKeys FORGE_BY_TIMEOUT: one key suffices</>",
      "<red>minDelay: it takes no time</>",
    ])
  })

  for (const [columns, counts] of [
    [40, [14, 16]],
    [41, [15, 15]],
  ] as const) {
    it(`fills lines of ${String(columns)} columns, and goes on further to the right`, () => {
      const breaches = [{ ...fast, says: "x ".repeat(30).trim() }]
      expect(countLetters(plainText(policyReport({ breaches, accepted: [] }), columns))).to.deep.equal(counts)
    })
  }
})
