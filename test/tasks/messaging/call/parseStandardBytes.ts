import { expect } from "chai"
import { describe, it } from "mocha"

import { encodeInteroperableAddress } from "#src/messaging/onchain/standard/interoperableAddress.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { parseStandardBytes } from "#tasks/messaging/call/parseAbiValue.js"
import { at } from "#test/fixtures/wire/addresses.js"

const chains = [
  { name: "beta", slug: 41_002, network: "beta" },
  { name: "gamma", slug: 41_003, network: "gamma" },
]
/** What a text is as bytes, or which argument is refused. */
function parse(text: string): string | undefined {
  try {
    return parseStandardBytes(text, { argument: "to", chains })
  } catch (error) {
    if (!isPlugsError(error)) throw error
    return `refused ${error.facts["argument"] ?? ""}`
  }
}
const onChain = (chainId: bigint | number, account: number) =>
  encodeInteroperableAddress({ chainId, address: at(account) })

describe("parseStandardBytes", () => {
  it("reads an account on a chain by its name or slug, or by the chain id that the standard has", () => {
    expect([`${at(7)}@beta`, `${at(7).toLowerCase()}@41003`, `${at(8)}@gamma`].map(parse)).to.deep.equal([
      ...[onChain(41_002, 7), onChain(41_003, 7), onChain(41_003, 8)],
    ])
    const largest = "9".repeat(31)
    expect([`eip155:10:${at(7)}`, `eip155:${largest}:${at(8)}`].map(parse)).to.deep.equal([
      ...[onChain(10, 7), onChain(BigInt(largest), 8)],
    ])
  })

  it("refuses a chain that nobody knows and an address with a wrong checksum, and takes everything else for something else", () => {
    const wrong = `0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed`
    const refused = [`${at(7)}@delta`, `${wrong}@beta`, `eip155:10:${wrong}`, `requestRelay(0, 1, ${wrong})`]
    expect(refused.map(parse)).to.deep.equal(refused.map(() => "refused to"))
    const others = [
      ...[
        "0x",
        "0x1234",
        at(7),
        `${at(7)}@`,
        `${at(7)}00@beta`,
        ` ${at(7)}@beta`,
        `eip155:0:${at(7)}`,
        `eip155:010:${at(7)}`,
      ],
      ...[`eip155:${"1".repeat(32)}:${at(7)}`, `eip155:10:${at(7)}0`, `requestRelay(1, 200000, ${at(7)})`],
      ...[`requestRelay(0, 200000, ${at(7)}) `, `requestRelay(0, ${"1".repeat(21)}, ${at(7)})`, `requestRelay(0, 1)`],
    ]
    expect(others.map(parse)).to.deep.equal(others.map(() => undefined))
  })
})
