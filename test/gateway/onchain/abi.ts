import { expect } from "chai"
import { describe, it } from "mocha"
import type { Abi, AbiFunction } from "viem"

import {
  addressResolverArtifact,
  asyncDeployerArtifact,
  feesManagerArtifact,
  feesPlugArtifact,
} from "#src/devnet/artifacts/gateway.js"
import { addressResolverAbi, asyncDeployerAbi, feesManagerAbi, feesPlugAbi } from "#src/gateway/onchain/abi.js"
import { hashOf } from "#test/fixtures/wire/hashOf.js"

describe("the gateway's ABIs", () => {
  const pairs: Record<string, readonly [written: Abi, built: Abi]> = {
    "the fees plug": [feesPlugAbi, feesPlugArtifact.abi],
    "the fees manager": [feesManagerAbi, feesManagerArtifact.abi],
    "the address resolver": [addressResolverAbi, addressResolverArtifact.abi],
    "the async deployer": [asyncDeployerAbi, asyncDeployerArtifact.abi],
  }
  for (const [contract, [written, built]] of Object.entries(pairs)) {
    it(`are those of ${contract} that we compile, results included`, () => {
      const known = new Map(built.map((item) => [hashOf(item), item]))
      for (const item of written) {
        const match = known.get(hashOf(item))
        expect(match, JSON.stringify(item)).to.not.equal(undefined)
        if (item.type !== "function") continue
        const types = (match as AbiFunction).outputs.map(({ type }) => type)
        expect(item.outputs.map(({ type }) => type)).to.deep.equal(types)
      }
    })
  }
})
