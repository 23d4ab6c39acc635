import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import { switchboardsTo } from "#src/messaging/deployments/findDeployment.js"
import { findDeployment } from "#src/messaging/index.js"
import { partOf } from "#src/messaging/onchain/connection/differencesOf.js"
import type { PlugConfig } from "#src/messaging/onchain/getPlugConfig.js"
import { adviseConnecting, type ReadEnd } from "#tasks/doctor/adviseConnecting.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"

const [here, there] = ["1", "2"].map((digit) => `0x${digit.repeat(40)}`) as [Address, Address]

/** An end on a public chain. Its node gives no logs, so no switchboard's sibling can be read there. */
async function endOn(name: string, slug: number, address: Address, outboundSwitchboard?: Address) {
  const deployment = await findDeployment(slug)
  const chain = {
    ...{ name, slug, network: name, chainId: slug, isDevnet: false, isLocal: false, socket: here },
    open: () => Promise.resolve({ client: createFakeChain({}).client }),
    switchboardsTo: (sibling: number) =>
      Promise.resolve(deployment === undefined ? [] : switchboardsTo(deployment, sibling)),
  }
  const config = { siblingPlug: zeroAddress, inboundSwitchboard: zeroAddress, outboundSwitchboard }
  const facts =
    outboundSwitchboard && partOf({ plug: address, slug, config: { known: config as unknown as PlugConfig } })
  return { chain, address, facts } as unknown as ReadEnd
}

describe("adviseConnecting", () => {
  const isKnown = () => true
  const between = (from: string, to: string) => `--from ${from} --to ${to} --switchboard`

  it("names the fast switchboard where both public chains are known", async () => {
    const advice = await adviseConnecting(await endOn("one", 1, here), await endOn("op", 10, there), {
      wrong: ["a", "b"],
      isKnown,
    })
    expect(advice).to.equal(
      [
        `Connect both plugs, as the owner: npx hardhat messaging connect ${here} ${there} ${between("one", "op")} FAST`,
        `npx hardhat messaging connect ${there} ${here} ${between("op", "one")} FAST`,
      ].join(" && "),
    )
  })

  it("names the kind that the other plug uses and keeps", async () => {
    const optimism = (await findDeployment(10))!
    for (const { kind, address } of switchboardsTo(optimism, 1)) {
      const advice = await adviseConnecting(await endOn("one", 1, here), await endOn("op", 10, there, address), {
        wrong: ["a"],
        isKnown,
      })
      expect(advice).to.match(new RegExp(`: npx hardhat messaging connect .* ${between("one", "op")} ${kind}$`))
    }
  })

  it("prints no command where no switchboard is known, but says what to give", async () => {
    const unknown = await endOn("own", 77_777, here)
    for (const other of [await endOn("op", 10, there), await endOn("op", 10, there, here)]) {
      for (const [side, name] of [
        ["a", "own"],
        ["b", "op"],
      ] as const) {
        const advice = await adviseConnecting(unknown, other, { wrong: [side], isKnown })
        expect(advice)
          .to.contain("give its address with --switchboard")
          .and.to.contain(`the plug on ${name}, `)
          .and.to.not.match(/[<>]|npx/)
      }
    }
  })
})
