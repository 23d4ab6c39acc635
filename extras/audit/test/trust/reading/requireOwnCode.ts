import { readdir, readFile } from "node:fs/promises"

import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import {
  type Address,
  type BaseError,
  concat,
  createClient,
  custom,
  getAddress,
  type Hex,
  numberToHex,
  padHex,
} from "viem"

import { requireOwnCode } from "#extras/audit/src/trust/reading/classifyAccounts.js"
import { runs } from "#test/fixtures/depth.js"
import { at, contracts } from "#test/fixtures/wire/addresses.js"
import { safeProxyCode } from "#test/fixtures/worlds/contractCode.js"

const [own, library, other] = [at(0x71), at(0x72), at(0x73)]
const delegate: Hex = "0x5af4"
const push = (address: Address): Hex => `0x73${address.slice(2)}`
const clone = (address: Address): Hex =>
  concat(["0x363d3d373d3d3d363d", push(address), "0x5af43d82803e903d91602b57fd5bf3"])
/** As the compiler begins the code of a library. */
const libraryCode = concat([push(library), "0x3014608060405200"])
/** The target is in storage. */
const proxy: Hex = "0x5f5f5f5f5f545af4"

async function foreignIn(codes: Readonly<Record<Address, Hex>>): Promise<Address | undefined> {
  const client = createClient({
    transport: custom({ request: ({ params }) => Promise.resolve(codes[getAddress((params as [Hex])[0])] ?? "0x") }),
  })
  const view = { client, socket: contracts.socket, blockNumber: 1n, answers: new Map<string, Promise<unknown>>() }
  return await requireOwnCode(view, own).then(
    () => undefined,
    (error: unknown) => getAddress(/0x[0-9a-fA-F]{40}/.exec((error as BaseError).shortMessage)?.[0] ?? ""),
  )
}

describe("requireOwnCode", () => {
  const noise = fc
    .integer({ min: 0, max: 0xff })
    .filter((op) => ![0xf2, 0xf4, 0xfe, 0x73].includes(op))
    .chain((op) => {
      const size = op >= 0x60 && op <= 0x7f ? op - 0x5f : 0
      // What is pushed looks like each instruction that counts.
      const data = fc.array(fc.constantFrom(0xf4, 0xf2, 0xfe, 0x73, 0x5b, 0x00), { minLength: size, maxLength: size })
      return data.map((bytes): Hex => concat([op, ...bytes].map((byte) => numberToHex(byte, { size: 1 }))))
    })
  const some = fc.array(noise, { maxLength: 20 }).map((all) => concat(["0x", ...all]))

  it("S-21 finds an instruction that runs other code among random ones, unless a library or a clone's code is named for it", async () => {
    const part = fc.record({
      ...{ before: some, between: some },
      named: fc.constantFrom<Hex>("0x", push(library), push(other)),
      calls: fc.constantFrom<Hex>("0x", "0x5af4", "0x5af2"),
    })
    const property = fc.asyncProperty(fc.array(part, { maxLength: 4 }), some, async (parts, end) => {
      const code = concat([
        "0x5b",
        ...parts.flatMap(({ before, named, between, calls }) => [before, named, between, calls]),
        end,
      ])
      let named: Hex = "0x"
      const isForeign = parts.some((one) => {
        if (one.named !== "0x") named = one.named
        if (one.calls === "0x") return false
        // What is pushed just before is called, whatever it is.
        const isNamed = named === push(library) || (one.named === push(other) && one.between === "0x")
        named = "0x"
        return !isNamed
      })
      const found = await foreignIn({ [own]: code, [library]: libraryCode, [other]: "0x00" })
      expect(found, code).to.equal(isForeign ? own : undefined)
    })
    await fc.assert(property, runs({ fast: 300, deep: 2_500 }))
  })

  it("follows what a clone and a library run, in circles and not for long", async () => {
    const linked = concat([push(library), delegate])
    expect(await foreignIn({ [own]: clone(other), [other]: "0x6001" })).to.equal(undefined)
    expect(await foreignIn({ [own]: clone(other), [other]: proxy })).to.equal(other)
    // What can still be deployed there is not known, and a node that gives no code of a contract has not shown it.
    expect(await foreignIn({ [own]: clone(other) })).to.equal(other)
    expect(await foreignIn({})).to.equal(own)
    expect(await foreignIn({ [own]: linked, [library]: libraryCode })).to.equal(undefined)
    expect(await foreignIn({ [own]: linked, [library]: concat([push(library), "0x3014", proxy]) })).to.equal(library)
    expect(await foreignIn({ [own]: clone(other), [other]: clone(own) })).to.equal(undefined)
    const many = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index): [Address, Hex] => [
          index === 0 ? own : at(0x8000 + index),
          index === count - 1 ? "0x00" : clone(at(0x8001 + index)),
        ]),
      )
    expect(await foreignIn(many(20))).to.equal(undefined)
    expect(await foreignIn(many(21))).to.equal(at(0x8013))
  })

  it("takes the code of contracts that it creates for data, and no more", async () => {
    expect(await foreignIn({ [own]: concat(["0x6001fe", proxy]) })).to.equal(undefined)
    // Older compilers write an assertion so.
    expect(await foreignIn({ [own]: concat(["0xfe5b", proxy]) })).to.equal(own)
    expect(await foreignIn({ [own]: safeProxyCode })).to.equal(own)
    // It ends within what is pushed.
    expect(await foreignIn({ [own]: concat(["0x73", padHex("0xf4", { size: 19 })]) })).to.equal(undefined)
  })

  it("finds those of a published library that are proxies, or can run any code, and no others", async () => {
    const folder = new URL(import.meta.resolve("@openzeppelin/contracts/build/contracts/AccessManager.json"))
    const found: string[] = []
    for (const name of await readdir(new URL(".", folder))) {
      const text = await readFile(new URL(name, folder), "utf8")
      const { deployedBytecode } = JSON.parse(text) as { deployedBytecode: Hex }
      if (deployedBytecode !== "0x" && (await foreignIn({ [own]: deployedBytecode })) !== undefined)
        found.push(name.slice(0, -5))
    }
    // The first of them calls itself, which its code does not show.
    expect(found).to.deep.equal([
      ...["AccessManager", "BeaconProxy", "CrosschainRemoteExecutor", "ERC1967Proxy", "TransparentUpgradeableProxy"],
    ])
  })
})
