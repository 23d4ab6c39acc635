import { readdir } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import type { WiringChange } from "../../../../src/messaging/wiring/plan/WiringPlan.js"
import { handOver } from "../../../../tasks/messaging/wire/handOver.js"
import { recordTerminal } from "../../../fixtures/output/recordedTerminal.js"
import { temporaryFolder } from "../../../fixtures/projects/temporaryFolder.js"
import { at } from "../../../fixtures/wire/trustFacts.js"

const change = (status: WiringChange["status"], sender: number): WiringChange => ({
  ...{ kind: "connect", application: "app", chain: "alpha", chainSlug: 1, chainId: 11, plug: at(0xa1), status },
  ...{ siblingChain: "beta", siblingChainSlug: 2, sibling: at(0xa2), switchboard: at(0xb1), switchboardKind: "FAST" },
  ...{ before: { sibling: zeroAddress, inboundSwitchboard: zeroAddress, outboundSwitchboard: zeroAddress } },
  ...{ data: "0x12345678", functionName: "connect", call: { signature: "connect()", args: [] }, sender: at(sender) },
  ...{ owner: at(sender), socket: at(0xc1), isShown: true, reason: undefined, abi: [] },
})

describe("handOver", () => {
  /** Hands over what one account must send elsewhere, beside what is sent from here. */
  async function hand(
    given: { readonly safe?: boolean; readonly calldata?: boolean; readonly isJson?: boolean },
    isNone = false,
  ) {
    await using folder = await temporaryFolder()
    const plan = { changes: [change("ready", 1), ...(isNone ? [] : [change("elsewhere", 0x5a)])], extras: [] }
    const safe = given.safe === true ? path.join(folder.path, "safe.json") : undefined
    const terminal = recordTerminal({ columns: 200 })
    const { calldata = false, isJson = false } = given
    const whole = { ...plan, problems: [], inPlace: [] }
    const { safeFiles } = await handOver(whole, { safe, calldata }, { out: terminal.out, isJson, now: 0 })
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
