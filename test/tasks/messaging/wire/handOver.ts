import { readdir } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, domainSeparator, parseAbi, zeroAddress } from "viem"

import type { WiringChange } from "../../../../src/messaging/wiring/plan/WiringPlan.js"
import { handOver } from "../../../../tasks/messaging/wire/handOver.js"
import { failure } from "../../../fixtures/failure.js"
import { createViewNode } from "../../../fixtures/nodes/viewNode.js"
import { recordTerminal } from "../../../fixtures/output/recordedTerminal.js"
import { createFakeProject } from "../../../fixtures/projects/fakeProject.js"
import { temporaryFolder } from "../../../fixtures/projects/temporaryFolder.js"
import { at } from "../../../fixtures/wire/trustFacts.js"

const safeAnswers = parseAbi([
  "function VERSION() view returns (string)",
  "function nonce() view returns (uint256)",
  "function getThreshold() view returns (uint256)",
  "function getOwners() view returns (address[])",
  "function domainSeparator() view returns (bytes32)",
])

const change = (status: WiringChange["status"], sender: number): WiringChange => ({
  ...{ kind: "connect", application: "app", chain: "alpha", chainSlug: 1, chainId: 11, plug: at(0xa1), status },
  ...{ siblingChain: "beta", siblingChainSlug: 2, sibling: at(0xa2), switchboard: at(0xb1), switchboardKind: "FAST" },
  ...{ before: { sibling: zeroAddress, inboundSwitchboard: zeroAddress, outboundSwitchboard: zeroAddress } },
  ...{ data: "0x12345678", functionName: "connect", call: { signature: "connect()", args: [] }, sender: at(sender) },
  ...{ owner: at(sender), socket: at(0xc1), isShown: true, reason: undefined, abi: [] },
})

const domainHashOf = ({ address, chainId }: { address: Address; chainId: number | undefined }) =>
  domainSeparator({ domain: { ...(chainId === undefined ? {} : { chainId }), verifyingContract: address } })

/** What the account at 0x5a answers as a Safe, or otherwise. */
const views = {
  ...{ VERSION: () => "1.3.0", nonce: () => 0n, getThreshold: () => 2n, getOwners: () => [at(1), at(2)] },
  domainSeparator: () => domainHashOf({ address: at(0x5a), chainId: 11 }),
}

describe("handOver", () => {
  /** Hands over what one account must send elsewhere, beside what is sent from here. */
  async function hand(
    given: {
      readonly safe?: boolean
      readonly calldata?: boolean
      readonly isJson?: boolean
      readonly answers?: Partial<Record<keyof typeof views, (() => unknown) | undefined>>
    },
    isNone = false,
  ) {
    await using folder = await temporaryFolder()
    const plan = { changes: [change("ready", 1), ...(isNone ? [] : [change("elsewhere", 0x5a)])], extras: [] }
    const safe = given.safe === true ? path.join(folder.path, "safe.json") : undefined
    const terminal = recordTerminal({ columns: 200 })
    const { calldata = false, isJson = false } = given
    const whole = { ...plan, problems: [], inPlace: [] }
    const publicClient = createViewNode({ abis: [safeAnswers], views: { ...views, ...given.answers } })
    const chains = { alpha: { slug: 1, socket: at(0xc1), publicClient } }
    const { hre } = createFakeProject({ chains: {} })
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

  it("S-14 writes no file of Safe for an account that does not answer as one, in any one of its answers", async () => {
    const others: readonly Partial<Record<keyof typeof views, (() => unknown) | undefined>>[] = [
      ...["VERSION", "nonce", "getThreshold", "getOwners", "domainSeparator"].map((name) => ({ [name]: undefined })),
      ...[{ getThreshold: () => 0n }, { getThreshold: () => 3n }, { getOwners: () => [at(1), at(1)] }],
      { domainSeparator: () => domainHashOf({ address: at(0x5a), chainId: 12 }) },
      { domainSeparator: () => domainHashOf({ address: at(0x5b), chainId: 11 }) },
      { VERSION: () => "1.2.0" },
    ]
    for (const answers of others) {
      const { facts } = await failure(hand({ safe: true, answers }))
      expect(facts["argument"], JSON.stringify(Object.keys(answers))).to.equal("--safe")
    }
    const old = {
      VERSION: () => "1.2.0",
      domainSeparator: () => domainHashOf({ address: at(0x5a), chainId: undefined }),
    }
    expect((await hand({ safe: true, answers: old })).files).to.deep.equal(["safe.alpha.json"])
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
