import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeAbiParameters, type Hex, keccak256, numberToHex, pad, zeroAddress } from "viem"

import { type ConnectionEnds, findOtherChange } from "#src/messaging/onchain/connection/connectionStorage.js"

const [plug, socket, sibling, switchboard, owner, sender, former]: readonly Address[] = [
  "a",
  "b",
  "c",
  "d",
  "e",
  "f",
  "9",
].map((digit): Address => `0x${digit.repeat(40)}`)
const slug = 41_002
const ends: ConnectionEnds = {
  ...{ plug: plug!, socket: socket!, sender, owner, before: former! },
  wanted: { siblingChainSlug: slug, sibling: sibling!, switchboard: switchboard! },
}
const word = (value: bigint | Address): Hex =>
  typeof value === "bigint" ? numberToHex(value, { size: 32 }) : pad(value, { size: 32 })
/** A word of a mapping by the slug of a chain, kept at a place of storage. */
const keyed = (place: bigint, offset = 0n, key = slug): Hex => {
  const encoded = encodeAbiParameters([{ type: "uint256" }, { type: "uint256" }], [BigInt(key), place])
  return word(BigInt(keccak256(encoded)) + offset)
}

describe("S-14 findOtherChange", () => {
  const slots = {
    implementation: "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc",
    admin: "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103",
    beacon: "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50",
    "implementation of an old proxy": "0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3",
    "implementation of a proxiable": "0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7",
  } as const
  type Change = { contract?: Address; slot?: Hex; before?: Hex; after?: Hex }
  const change = ({ contract = plug!, slot = word(7n), before = word(0n), after = word(1n) }: Change) => {
    return { contract, slot, before, after }
  }

  const ofConnection: Readonly<Record<string, Change>> = {
    "any word of the socket": { contract: socket! },
    "the sibling": { after: word(sibling!) },
    "the switchboard": { after: word(switchboard!) },
    "the slug": { after: word(BigInt(slug)) },
    "the sibling beside other parts of a word": { after: word(BigInt(sibling!) + (5n << 160n)) },
    "another sibling in place of the former one": { before: word(former!), after: word(sibling!) },
    "nothing in place of the former sibling": { before: word(former!), after: word(0n) },
    "the first word of the first mapping": { slot: keyed(0n) },
    "the last word of an entry": { slot: keyed(3n, 7n) },
    "a word of the last mapping": { slot: keyed(255n) },
  }
  for (const [what, each] of Object.entries(ofConnection)) {
    it(`allows to write ${what}`, () => {
      expect(findOtherChange([change(each)], ends)).to.equal(undefined)
    })
  }

  const others: Readonly<Record<string, Change>> = {
    "any word of another contract": { contract: sibling!, after: word(sibling!) },
    "a word that names nothing": {},
    "another slug": { after: word(BigInt(slug + 1)) },
    "the sibling in place of the owner": { before: word(owner!), after: word(sibling!) },
    "the sibling in place of the sender": { before: word(sender!), after: word(sibling!) },
    "nothing in place of what is no former sibling": { before: word(sibling!), after: word(0n) },
    "the owner in a mapping": { slot: keyed(0n), before: word(owner!) },
    "the word before an entry": { slot: keyed(3n, -1n) },
    "the word after an entry": { slot: keyed(3n, 8n) },
    "a word of a mapping beyond the last one": { slot: keyed(256n) },
    "a mapping by another slug": { slot: keyed(0n, 0n, slug + 1) },
    ...Object.fromEntries(
      Object.entries(slots).map(([name, slot]) => [`the ${name}`, { slot, after: word(sibling!) }] as const),
    ),
  }
  for (const [what, each] of Object.entries(others)) {
    it(`finds ${what}, also behind a change that is allowed`, () => {
      const found = change(each)
      expect(findOtherChange([change({ after: word(sibling!) }), found], ends)).to.equal(found)
    })
  }

  it("allows only the switchboard and the slug where there was no sibling and there will be none", () => {
    const none = { ...ends, before: zeroAddress, wanted: { ...ends.wanted, sibling: zeroAddress } }
    const emptied = change({ before: word(5n), after: word(0n) })
    expect(findOtherChange([emptied], none)).to.equal(emptied)
    expect(findOtherChange([change({})], none), "zeros are no sibling").to.deep.equal(change({}))
    expect(findOtherChange([change({ after: word(switchboard!) })], none)).to.equal(undefined)
  })

  it("knows an owner and a sender only where they are known", () => {
    const unknown = { ...ends, owner: undefined, sender: undefined }
    const replaced = change({ before: word(owner!), after: word(sibling!) })
    expect(findOtherChange([replaced], unknown)).to.equal(undefined)
  })
})
