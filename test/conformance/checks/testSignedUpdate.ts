import { expect } from "chai"
import { it } from "mocha"
import { parseEventLogs } from "viem"

import type { TestedChain } from "../openTestedChain.js"
import { refusal } from "../refusal.js"
import { accounts, malformedSignatures, sign } from "../signatures.js"
import { apply, type Scope, scopeOf, type SignedUpdate, transactionOf } from "../SignedUpdate.js"

/** Adds the tests of one update: what it does when it is accepted, and every reason to refuse it. */
export function testSignedUpdate(chain: () => TestedChain, update: SignedUpdate): void {
  const submit = async (signer: SignedUpdate["signer"], signed: Scope, nonce = signed.nonce): Promise<string> => {
    const signature = await sign(signer, update.digest(signed))
    return await refusal(chain().publicClient.call(transactionOf(chain(), update, nonce, signature)))
  }

  it(`${update.name}: logs and does what its role signed, once`, async () => {
    if (update.undoes !== undefined) await apply(chain(), update.undoes)
    const scope = await scopeOf(chain(), update)
    const receipt = await apply(chain(), update)

    const [event] = parseEventLogs({ abi: update.abi, eventName: update.event, logs: receipt.logs })
    expect(event?.args).to.deep.equal(update.args)
    expect(event?.address.toLowerCase()).to.equal(scope.contract.toLowerCase())
    expect(await update.effect(chain())).to.deep.equal(update.expected)
    expect((await scopeOf(chain(), update)).nonce).to.equal(scope.nonce + 1n)
    expect(await submit(update.signer, scope)).to.equal("InvalidNonce()")
  })

  it(`${update.name}: refuses a nonce that is not the next`, async () => {
    const scope = await scopeOf(chain(), update)
    expect(await submit(update.signer, { ...scope, nonce: scope.nonce + 1n })).to.equal("InvalidNonce()")
  })

  it(`${update.name}: refuses an account without the role, whatever its nonce`, async () => {
    const scope = await scopeOf(chain(), { ...update, signer: accounts.stranger })
    expect(await submit(accounts.stranger, scope)).to.equal(`NoPermit(${update.role})`)
    expect(await submit(accounts.stranger, { ...scope, nonce: 5n })).to.equal(`NoPermit(${update.role})`)
  })

  // Whoever is recovered from a signature of something else has no role.
  it(`${update.name}: refuses what was signed for another contract, chain, sibling or nonce`, async () => {
    const scope = await scopeOf(chain(), update)
    const others: Partial<Scope>[] = [{ contract: accounts.stranger.address }, { local: scope.local + 1 }]
    if (update.namesSibling) others.push({ sibling: scope.sibling + 1 })
    for (const other of others) {
      expect(await submit(update.signer, { ...scope, ...other }), Object.keys(other)[0]).to.equal(
        `NoPermit(${update.role})`,
      )
    }
    expect(await submit(update.signer, { ...scope, nonce: scope.nonce + 1n }, scope.nonce)).to.equal(
      `NoPermit(${update.role})`,
    )
  })

  it(`${update.name}: refuses a malformed signature with the library's text`, async () => {
    const { nonce } = await scopeOf(chain(), update)
    for (const [form, signature] of Object.entries(malformedSignatures)) {
      const call = chain().publicClient.call(transactionOf(chain(), update, nonce, signature))
      expect(await refusal(call), form).to.match(/^Error\(ECDSA: invalid signature/)
    }
  })
}
