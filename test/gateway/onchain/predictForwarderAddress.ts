import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import type { Address } from "viem"
import { getAddress, keccak256 } from "viem/utils"

import {
  predictForwarderAddress,
  type PredictForwarderAddressParameters,
} from "#src/gateway/onchain/predictForwarderAddress.js"
import { thrown } from "#test/fixtures/failure.js"

const known: PredictForwarderAddressParameters = {
  chainSlug: 41001,
  onChainAddress: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  addressResolver: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512",
  deployer: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  forwarderBeacon: "0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9",
}

/** The rule in bytes, without a library for ABIs or CREATE2. */
function byHand({
  chainSlug,
  onChainAddress,
  addressResolver,
  deployer,
  forwarderBeacon,
}: PredictForwarderAddressParameters): Address {
  const bare = (address: Address): string => address.slice(2).toLowerCase()
  const word = (hex: string): string => hex.padStart(64, "0")
  const hash = (...hex: string[]): string => keccak256(`0x${hex.join("")}`).slice(2)
  const salt = hash(word(chainSlug.toString(16)), word(bare(onChainAddress)), word(bare(addressResolver)))
  const initCode = hash(
    "60523d8160223d3973",
    bare(forwarderBeacon),
    "60195155f3363d3d373d3d363d602036600436635c60da1b60e01b3652",
    "7fa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50",
    "545afa5036515af43d6000803e604d573d6000fd5b3d6000f3",
  )
  return getAddress(`0x${hash("ff", bare(deployer), salt, initCode).slice(24)}`)
}

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .filter((bytes) => bytes.some((byte) => byte !== 0))
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString("hex")}`))
const anyForwarder = fc.record({
  chainSlug: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  onChainAddress: address,
  addressResolver: address,
  deployer: address,
  forwarderBeacon: address,
})

describe("predictForwarderAddress", () => {
  it("computes the addresses at which CREATE2 of a chain deployed the forwarders", () => {
    // Deployed by a factory on a local chain, with the init code of the specification.
    const vectors = [
      [known, "0xF43c5C9046760F5C68811E97860f909040Cc3D88"],
      [
        {
          ...known,
          chainSlug: 2 ** 32 - 1,
          onChainAddress: "0xFFfFfFffFFfffFFfFFfFFFFFffFFFffffFfFFFfF",
          addressResolver: "0x0000000000000000000000000000000000000001",
          forwarderBeacon: "0x00000000000000000000000000000000000000be",
        },
        "0xc0D1E2412aD65B9a0440E6e58CcE103E424B00DE",
      ],
      [
        {
          ...known,
          chainSlug: 0,
          onChainAddress: "0x00000000000000000000000000000000000000aa",
          addressResolver: "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE",
          forwarderBeacon: "0x1234567890abcdef1234567890abcdef12345678",
        },
        "0x1Cd383e27F6B7d2C32094eCa1DF8118603B47910",
      ],
    ] as const
    for (const [forwarder, address] of vectors) expect(predictForwarderAddress(forwarder)).to.equal(address)
  })

  it("follows the rule for any forwarder", () => {
    fc.assert(
      fc.property(anyForwarder, (forwarder) => {
        expect(predictForwarderAddress(forwarder)).to.equal(byHand(forwarder))
      }),
    )
  })

  it("computes another address if any input differs", () => {
    fc.assert(
      fc.property(anyForwarder, anyForwarder, fc.constantFrom(...Object.keys(known)), (one, another, name) => {
        const key = name as keyof PredictForwarderAddressParameters
        fc.pre(one[key] !== another[key])
        const mixed = { ...one, [key]: another[key] }
        expect(predictForwarderAddress(mixed)).to.not.equal(predictForwarderAddress(one))
      }),
    )
  })

  it("ignores the case of addresses", () => {
    const lower = Object.fromEntries(
      Object.entries(known).map(([name, value]) => [name, typeof value === "string" ? value.toLowerCase() : value]),
    ) as PredictForwarderAddressParameters
    expect(predictForwarderAddress(lower)).to.equal(predictForwarderAddress(known))
  })

  it("refuses the zero address, a wrong checksum and an invalid slug, by name", () => {
    for (const argument of ["onChainAddress", "addressResolver", "deployer", "forwarderBeacon"] as const) {
      for (const bad of [`0x${"0".repeat(40)}`, known[argument].replace("F", "f"), "0x12", undefined]) {
        const error = thrown(() => predictForwarderAddress({ ...known, [argument]: bad as Address }))
        expect(error, `${argument} ${String(bad)}`).to.include({ code: "INVALID_INPUT", argument })
      }
    }
    for (const chainSlug of [-1, 1.5, 2 ** 32, Number.NaN]) {
      expect(thrown(() => predictForwarderAddress({ ...known, chainSlug }))).to.include({ argument: "chainSlug" })
    }
  })
})
