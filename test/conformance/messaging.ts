import { after, afterEach, before, beforeEach, describe } from "mocha"
import type { Hex } from "viem"

import { testAccess } from "./checks/testAccess.js"
import { testAttesting } from "./checks/testAttesting.js"
import { testHashing } from "./checks/testHashing.js"
import { testManagers } from "./checks/testManagers.js"
import { testReceiving } from "./checks/testReceiving.js"
import { testSending } from "./checks/testSending.js"
import { testSignedUpdate } from "./checks/testSignedUpdate.js"
import { feeUpdates } from "./feeUpdates.js"
import { forkChain, openTestedChain, type TestedChain } from "./openTestedChain.js"
import { type Deployment, readDeployment } from "./readDeployment.js"
import { tripsOf } from "./tripsOf.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { isDeep } from "#test/fixtures/depth.js"

/**
 * What the deployed contracts answer, call by call. It runs on a devnet's chain, or on a fork of the deployment that
 * CONFORMANCE_DEPLOYMENT names: see docs/maintaining.md.
 */
describe("conformance of the messaging contracts", () => {
  let devnet: Devnet<"alpha" | "beta", false, false> | undefined
  let tested: TestedChain | undefined
  let snapshot: Hex
  const chain = (): TestedChain => tested!

  before(async function () {
    const deployment = await readDeployment()
    if (deployment !== undefined) {
      tested = await openTestedChain(await forkChain(deployment.rpcUrl), deployment)
      return
    }
    devnet = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false })
    devnet.relay.pause()
    const { provider, chainId, rpcUrl } = devnet.chains["alpha"]
    // A fork asks the forked chain again after each test, so only the deep run has one of the devnet.
    const ownChain = isDeep ? await forkChain(rpcUrl) : { provider, chainId, close: () => Promise.resolve() }
    tested = await openTestedChain(ownChain, deploymentOf(devnet))
  })
  after(async () => {
    await tested?.close()
    await devnet?.stop()
  })
  beforeEach(async () => {
    snapshot = await chain().testClient.snapshot()
  })
  afterEach(async () => {
    await chain().testClient.revert({ id: snapshot })
  })

  testSending(chain)
  testReceiving(chain)
  testAttesting(chain)
  testManagers(chain)
  testAccess(chain)
  testHashing(chain)

  describe("fees by signature", () => {
    for (const update of feeUpdates) testSignedUpdate(chain, update)
  })

  for (const switchboard of ["fastSwitchboard", "optimisticSwitchboard"] as const) {
    describe(`trips of the ${switchboard}`, () => {
      for (const trip of Object.values(tripsOf(switchboard))) testSignedUpdate(chain, trip)
    })
  }
})

function deploymentOf({ chains }: Devnet<"alpha" | "beta", false, false>): Deployment {
  const { rpcUrl, contracts } = chains["alpha"]
  return {
    rpcUrl: rpcUrl,
    socket: contracts.socket,
    fastSwitchboard: contracts.switchboard,
    optimisticSwitchboard: contracts.optimisticSwitchboard,
  }
}
