import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, parseTransaction } from "viem"

import { createAccounts } from "#src/devnet/chain/accounts.js"
import type { Stage } from "#src/devnet/stages.js"
import type { FaultContext } from "#src/testing/faults/FaultKind.js"
import { doubledAttestations, lateAttestations, missingAttestations } from "#src/testing/faults/kinds/watchers.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const accounts = createAccounts(3)
const [first, second, third] = accounts.watchers.map(({ address }) => address) as [Address, Address, Address]
const [alpha, beta] = [41_001, 41_002]
const fast = at(0xf)

/** Two chains of a world with three watchers, what was sent on them, and how often a fault happened. */
function open() {
  const sent: [chain: string, to: Address][] = []
  const chainOf = (name: string, slug: number) => {
    const request = ({ method, params }: { method: string; params: readonly [Hex] }): Promise<unknown> => {
      if (method === "eth_sendRawTransaction") sent.push([name, parseTransaction(params[0]).to!])
      return Promise.resolve(method === "eth_getTransactionReceipt" ? { status: "0x1" } : "0x1")
    }
    return { name, slug, chainId: slug, provider: { request } }
  }
  const chains = { alpha: chainOf("alpha", alpha), beta: chainOf("beta", beta) }
  const contexts = Object.values(chains).map((chain) => ({
    chain,
    contracts: { switchboard: fast, optimisticSwitchboard: at(0xa), batcher: at(chain.slug) },
  }))
  let happened = 0
  const context = {
    world: { accounts, devnet: { chains }, messaging: { contexts } },
    happen: (times = 1) => (happened += times),
    happened: () => happened,
  } as unknown as FaultContext
  return { context, sent, happened: () => happened }
}

const message = (id: number, more: object = {}) => ({
  outbound: { messageId: bytes32(id), packetId: bytes32(id + 100) },
  proposal: { switchboard: fast, proposalCount: 0n, root: bytes32(7) },
  attestedBy: new Set<Address>(),
  ...more,
})
const items = [message(1), message(2)]

/** Stage, chain and watcher of a look, and whether the fault is about it, for `{ watchers: 2, chain: "beta" }`. */
const looks: readonly (readonly [Stage, number, Address | undefined, boolean])[] = [
  ["attest", beta, first, true],
  ["attest", beta, second, true],
  ["attest", beta, third, false],
  ["attest", beta, accounts.executor.address, false],
  ["attest", beta, undefined, false],
  ["attest", alpha, first, false],
  ["verify", beta, first, false],
]
const some = { watchers: 2, chain: "beta" }

describe("faults of watchers", () => {
  it("missingAttestations keeps items from the watchers that were chosen, on the chain that was, each once", () => {
    const { context, happened } = open()
    const { interceptor } = missingAttestations({ fault: "missingAttestations", ...some }, context)
    for (const [stage, slug, account, isAbout] of looks) {
      expect(interceptor!.choose!(stage, slug, items, account), `${stage} ${slug}`).to.deep.equal(isAbout ? [] : items)
    }
    expect(happened()).to.equal(2)
  })

  it("is about all watchers on every chain where none is named", () => {
    const { context } = open()
    const { interceptor } = missingAttestations({ fault: "missingAttestations" }, context)
    for (const slug of [alpha, beta])
      for (const account of [first, second, third])
        expect(interceptor!.choose!("attest", slug, items, account)).to.deep.equal([])
    expect(interceptor!.choose!("attest", beta, items, undefined)).to.equal(items)
  })

  it("lateAttestations lets the same ones begin later, by milliseconds", () => {
    const { context, happened } = open()
    const { interceptor } = lateAttestations({ fault: "lateAttestations", seconds: 30, ...some }, context)
    for (const [stage, slug, account, isAbout] of looks) {
      expect(interceptor!.delay!(stage, slug, items[0], account)).to.equal(isAbout ? 30_000 : 0)
    }
    expect(happened()).to.equal(1)
  })

  it("doubledAttestations has the deployer attest first what a watcher is about to, where attestations are asked for", async () => {
    const { context, sent, happened } = open()
    const { interceptor } = doubledAttestations({ fault: "doubledAttestations", ...some }, context)
    const given = [
      ...items,
      message(3, { proposal: undefined }),
      message(4, { proposal: { switchboard: at(0xa), proposalCount: 0n, root: bytes32(7) } }),
      message(5, { attestedBy: new Set([first]) }),
    ]
    expect(await interceptor!.before!("attest", beta, given, first)).to.equal(given)
    expect(sent).to.deep.equal([
      ["beta", at(beta).toLowerCase()],
      ["beta", at(beta).toLowerCase()],
    ])
    expect(happened()).to.equal(2)
    for (const [stage, slug, account, isAbout] of looks) {
      if (!isAbout) await interceptor!.before!(stage, slug, given, account)
    }
    expect([sent.length, happened()]).to.deep.equal([2, 2])
    // The second watcher has attested none of them yet.
    await interceptor!.before!("attest", beta, given, second)
    expect([sent.length, happened()]).to.deep.equal([5, 5])
  })
})
