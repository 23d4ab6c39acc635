import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { predictForwarderAddress } from "#src/gateway/onchain/predictForwarderAddress.js"
import { compareForwarders } from "#tasks/gateway/compareForwarders.js"

const address = (digit: number): Address => `0x${String(digit).repeat(40)}`
const contracts = { addressResolver: address(1), asyncDeployer: address(2), forwarderBeacon: address(3) }
const onChain = { chainSlug: 41001, onChainAddress: address(4), isDeployed: true }

describe("compareForwarders", () => {
  const { addressResolver, asyncDeployer: deployer, forwarderBeacon } = contracts
  const predicted = predictForwarderAddress({ ...onChain, addressResolver, deployer, forwarderBeacon })

  it("says whether the API agrees with the prediction, where both are known", () => {
    for (const [forwarderAddress, agrees] of [
      [predicted, true],
      [address(5), false],
      [null, null],
    ] as const) {
      const forwarder = { ...onChain, forwarderAddress }
      expect(compareForwarders(forwarder, contracts)).to.deep.equal({ ...forwarder, predicted, agrees })
      expect(compareForwarders(forwarder, undefined)).to.deep.equal({ ...forwarder, predicted: null, agrees: null })
    }
  })
})
