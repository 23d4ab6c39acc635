import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"
import { type Address, getAddress } from "viem"

import { devnetFeesPlug, devnetSocket } from "#src/devnet/addresses.js"
import { publicGateways } from "#src/gateway/deployments/publicGateways.js"
import { requireFeesPlug } from "#tasks/gateway/topup/openTopUp.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [stage] = publicGateways
const [known] = stage!.chains

/** Finds the fees plug of a chain with this socket, over a node that has a contract at every address. */
async function find(gateway: object, slug: number, socket?: Address) {
  const { config } = await createHardhatRuntimeEnvironment(
    projectConfig({
      ...{ PLUGS_TEST_PORT: "1", PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_GATEWAY: JSON.stringify(gateway) },
    }),
  )
  const { client, asked } = fakeNode({ eth_getCode: () => "0x00", eth_call: () => "0x" })
  const found = await requireFeesPlug({ config }, client, { name: "own", slug, network: "own", socket }).catch(
    (error: unknown) => (error as { facts: Record<string, string> }).facts["argument"],
  )
  return [found, asked.length]
}

describe("requireFeesPlug", () => {
  const ofDevnet = getAddress(devnetSocket)
  const lower = ofDevnet.toLowerCase() as Address
  const stageGateway = { deployment: "stage", network: "alpha" }

  it("takes the devnet's for chains of a devnet alone, because anybody can have its address elsewhere", async () => {
    expect(await find({}, 41_001)).to.deep.equal([devnetFeesPlug, 0])
    for (const socket of [ofDevnet, lower]) expect(await find({}, 77, socket)).to.deep.equal([devnetFeesPlug, 0])
    for (const socket of [undefined, at(1)]) {
      for (const slug of [77, known!.slug]) expect(await find({}, slug, socket)).to.deep.equal(["--from", 0])
    }
  })

  it("takes that of a public deployment once it was looked at, and no other one", async () => {
    const [feesPlug, asks] = await find(stageGateway, known!.slug, at(1))
    expect([feesPlug, Number(asks) > 0]).to.deep.equal([known!.feesPlug, true])
    for (const socket of [undefined, ofDevnet]) {
      expect(await find(stageGateway, 77, socket)).to.deep.equal(["--from", 0])
    }
  })
})
