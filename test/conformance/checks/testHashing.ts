import { expect } from "chai"
import { describe, it } from "mocha"

import { executionManagerAbi, hasherAbi, signatureVerifierAbi } from "../abis.js"
import { incomingMessage } from "../incoming.js"
import type { TestedChain } from "../openTestedChain.js"
import { siblingSlug } from "../prepareRoles.js"
import { refusal } from "../refusal.js"
import { accounts, idOf, malformedSignatures, sign } from "../signatures.js"
import { signatureVerifierArtifact } from "#src/devnet/artifacts/messaging.js"
import { openExecutionManagerArtifact } from "#test/fixtures/artifacts/OpenExecutionManager.js"

/** Adds the tests of the contracts that hash and recover. */
export function testHashing(chain: () => TestedChain): void {
  describe("hashing and recovering", () => {
    it("hasher: packs a message as both chains do", async () => {
      const { message, root } = incomingMessage(chain())
      const hasher = chain().at(hasherAbi, chain().hasher.address)
      const ends = [siblingSlug, accounts.plug.address, chain().slug, chain().receiver.address] as const
      expect(await hasher.read.packMessage([...ends, message])).to.equal(root)
    })

    it("socket: tells the version that transmitters sign", async () => {
      expect(await chain().socket.read.version()).to.equal(idOf("IMLI"))
    })

    it("signature verifier: recovers the signer of a digest with the prefix of eth_sign", async () => {
      const { at, deploy } = chain()
      const verifier = at(signatureVerifierAbi, await deploy(signatureVerifierArtifact, []))
      const digest = idOf("digest")
      const signature = await sign(accounts.stranger, digest)
      expect(await verifier.read.recoverSigner([digest, signature])).to.equal(accounts.stranger.address)
      for (const [form, malformed] of Object.entries(malformedSignatures)) {
        expect(await refusal(verifier.read.recoverSigner([digest, malformed])), form).to.match(
          /^Error\(ECDSA: invalid signature/,
        )
      }
    })

    it("open execution manager: lets anybody execute", async () => {
      const { at, deploy, socket, slug } = chain()
      const prices = {
        executionFees: { perGas: 1n, perByte: 2n, overhead: 3n },
        relativeNativeTokenPrice: 0n,
        msgValueMinThreshold: 0n,
        msgValueMaxThreshold: 0n,
      }
      const constructor = [accounts.owner.address, socket.address, slug, [siblingSlug], prices]
      const manager = at(executionManagerAbi, await deploy(openExecutionManagerArtifact, constructor))
      const packed = idOf("packed")
      const [, mayExecute] = await manager.read.isExecutor([packed, await sign(accounts.stranger, packed)])
      expect(mayExecute).to.equal(true)
      expect(await manager.read.executionFees([siblingSlug])).to.deep.equal([1n, 2n, 3n])
    })
  })
}
