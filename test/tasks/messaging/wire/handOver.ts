import { readdir } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, keccak256, zeroAddress } from "viem"

import type { WiringChange } from "#src/messaging/wiring/plan/WiringPlan.js"
import { handOver } from "#tasks/messaging/wire/handOver.js"
import { failure } from "#test/fixtures/failure.js"
import { answerAsSafe, type NodeSafe, trustOfNodes } from "#test/fixtures/nodes/answerAsSafe.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { createFakeProject } from "#test/fixtures/projects/fakeProject.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { at } from "#test/fixtures/wire/addresses.js"

const change = (status: WiringChange["status"], sender: number): WiringChange => ({
  ...{ kind: "connect", application: "app", chain: "alpha", chainSlug: 1, chainId: 11, plug: at(0xa1), status },
  ...{ siblingChain: "beta", siblingChainSlug: 2, sibling: at(0xa2), switchboard: at(0xb1), switchboardKind: "FAST" },
  ...{ before: { sibling: zeroAddress, inboundSwitchboard: zeroAddress, outboundSwitchboard: zeroAddress } },
  ...{ data: "0x12345678", functionName: "connect", call: { signature: "connect()", args: [] }, sender: at(sender) },
  ...{ owner: at(sender), socket: at(0xc1), isShown: true, reason: undefined, warnings: [], abi: [] },
})

describe("handOver", () => {
  /** Hands over what one account must send elsewhere, beside what is sent from here. */
  async function hand(
    given: {
      readonly safe?: boolean
      readonly calldata?: boolean
      readonly isJson?: boolean
      readonly answers?: NodeSafe | "away"
      readonly safeCode?: readonly Hex[]
    },
    isNone = false,
  ) {
    await using folder = await temporaryFolder()
    const plan = { changes: [change("ready", 1), ...(isNone ? [] : [change("elsewhere", 0x5a)])], extras: [] }
    const safe = given.safe === true ? path.join(folder.path, "safe.json") : undefined
    const terminal = recordTerminal({ columns: 200 })
    const { calldata = false, isJson = false } = given
    const whole = { ...plan, problems: [], inPlace: [] }
    const { answers, safeCode } = { ...trustOfNodes, ...given }
    const { client: publicClient } = fakeNode(
      (question) => (answers === "away" ? undefined : answerAsSafe(question, at(0x5a), answers)) ?? new Error("away"),
    )
    const chains = { alpha: { slug: 1, socket: at(0xc1), publicClient } }
    const { hre } = createFakeProject({ chains: {}, plugs: { trust: { safeCode } } })
    const project = { plan: whole, chains, errorAbis: [] }
    const printing = { out: terminal.out, isJson, now: 0 }
    const { safeFiles } = await handOver(hre, project, { safe, calldata, timelock: undefined }, printing)
    const shown = terminal.stdout()
    return {
      files: await readdir(folder.path),
      told: safeFiles?.map(({ chainName, safe: owner, transactions }) => [chainName, owner, transactions]),
      shown: [shown.includes("0x12345678"), shown.includes("safe.alpha.json"), shown === ""],
    }
  }
  const nothing = { files: [], told: undefined, shown: [false, false, true] }

  it("hands over only what another account must send: to its Safe, as calls, or both", async () => {
    expect([await hand({}), await hand({}, true)]).to.deep.equal([nothing, nothing])
    const told = [["alpha", at(0x5a), 1]]
    const files = ["safe.alpha.json"]
    expect(await hand({ safe: true })).to.deep.equal({ files, told, shown: [false, true, false] })
    expect(await hand({ calldata: true })).to.deep.equal({ files: [], told: undefined, shown: [true, false, false] })
    expect(await hand({ safe: true, calldata: true })).to.deep.equal({ files, told, shown: [true, true, false] })
    expect(await hand({ safe: true, calldata: true, isJson: true })).to.deep.equal({
      files,
      told,
      shown: [false, false, true],
    })
  })

  it("S-14 writes a file of Safe only for an account whose code is known, that is set up, and that was read", async () => {
    const [proxy, singleton] = ["0x6001", "0x6002"] as const
    const own = [keccak256(proxy), keccak256(singleton)]
    for (const [answers, said] of [
      [{ code: "0x" }, "no code"],
      [{ code: proxy }, own[0]],
      [{ singletonCode: "0x" }, "no code"],
      [{ singletonCode: singleton }, own[1]],
      [{ isSingle: false }, "no singleton"],
      [{ threshold: 0n }, "threshold"],
    ] as const) {
      const { facts, message } = await failure(hand({ safe: true, answers }))
      expect(facts["argument"], JSON.stringify(Object.keys(answers))).to.equal("--safe")
      expect(message).to.contain(said).and.to.contain("plugs.trust.safeCode")
    }
    for (const answers of [{ threshold: 3n }, { owners: [at(1), at(1)] }, "away"] as const)
      expect((await failure(hand({ safe: true, answers }))).code).to.equal("NODE_FAILED")
    const built = { safe: true, answers: { code: proxy, singletonCode: singleton } } as const
    expect((await failure(hand({ ...built, safeCode: own.slice(1) }))).message).to.contain(own[0])
    expect((await hand({ ...built, safeCode: own })).files).to.deep.equal(["safe.alpha.json"])
  })

  it("writes no file where there is nothing to hand over, and says so", async () => {
    expect(await hand({ safe: true }, true)).to.deep.equal({ files: [], told: [], shown: [false, false, false] })
    expect(await hand({ calldata: true }, true)).to.deep.equal({
      files: [],
      told: undefined,
      shown: [false, false, false],
    })
    expect(await hand({ safe: true, isJson: true }, true)).to.deep.equal({ ...nothing, told: [] })
  })
})
