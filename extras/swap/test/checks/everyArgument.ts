import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { type AbiFunction, type AbiParameter, type Address, encodeFunctionData, type Hex, parseAbi } from "viem"

import { checkCalldata } from "#extras/swap/src/checks/checkCalldata.js"
import type { DescribedArguments, KnownRouter, KnownRouters } from "#extras/swap/src/checks/KnownRouter.js"
import type { CheckedCalldata } from "#extras/swap/src/checks/types.js"
import { knownRouter } from "#extras/swap/src/market/knownRouter.js"
import { zeroAddress, zeroHash } from "#src/primitives/address.js"
import { runs } from "#test/fixtures/depth.js"
import { dai, router, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const holder: Address = `0x${"4".repeat(40)}`
const request = {
  ...{ originChainId: 41001, destinationChainId: 41002, inputToken: dai, outputToken: usdc },
  ...{ inputAmount: 1_000n, userAddress: user, receiverAddress: user },
}
const leastOut = 1_990n
const expiresAt = 1_000_000

/** A router of the kind that an allowance holder calls, with every role and shape that a description can have. */
const openAbi = parseAbi([
  "function go(bytes32 id, (address user, address token, uint256 amount) input, address to, (address, uint256) fee, (address out, uint256 least)[] outputs, uint256 chain, bytes[] inner, uint48 deadline)",
  "function note(address user, bytes32[2] words)",
])
const open: KnownRouter = {
  abi: openAbi,
  functions: {
    go: {
      ...{ id: "ignored", to: "receiver", chain: "destinationChain", deadline: "deadline" },
      input: { user: "user", token: "inputToken", amount: "inputAmount" },
      fee: { 0: "feeTaker", 1: "fee" },
      outputs: { out: "outputToken", least: "leastOut" },
      inner: { call: "this" },
    },
    note: { user: "refund", words: "ignored" },
  },
}
const holderAbi = parseAbi([
  "function exec(address operator, address token, uint256 amount, address target, bytes data)",
])
const held: KnownRouter = {
  abi: holderAbi,
  functions: {
    exec: {
      ...{ operator: "contract", token: "inputToken", amount: "inputAmount" },
      ...{ target: "contract", data: { call: "target" } },
    },
  },
}
const market = knownRouter([{ slug: 2, chainId: 41002 }])
const order = {
  ...{ salt: `0x${"7".repeat(64)}`, user, receiver: user, refundTo: user, inputToken: dai, inputAmount: 1_000n },
  ...{ feeTaker: zeroAddress, feeAmount: 0n, originDex: holder, bridgedToken: usdc, minBridgedAmount: 1n },
  ...{ bridge: holder, dstChainSlug: 2, destinationDex: zeroAddress, outputToken: usdc, minAmountOut: leastOut },
  ...{ deadline: BigInt(expiresAt), payloadHash: zeroHash },
}
const note = encodeFunctionData({ abi: openAbi, functionName: "note", args: [user, [order.salt, order.salt] as never] })
const go = [
  ...[order.salt, { user, token: dai, amount: 1_000n }, user, [zeroAddress, 0n], [{ out: usdc, least: leastOut }]],
  ...[41002n, [note], expiresAt],
]
const inner = encodeFunctionData({ abi: openAbi, functionName: "go", args: go as never })

type Known = { readonly at: Address; readonly name: string; readonly args: readonly unknown[] }
const honest: Readonly<Record<string, Known>> = {
  "the devnet's router": { at: router, name: "execute", args: [order] },
  "a router with every role": { at: holder, name: "go", args: go },
  "an allowance holder": { at: user, name: "exec", args: [holder, dai, 1_000n, holder, inner] },
}
const routers: KnownRouters = { [router]: market, [holder]: open, [user]: held }

class Refused extends Error {}

function check({ at, name, args }: Known, all: KnownRouters = routers): CheckedCalldata {
  const data = encodeFunctionData({ abi: all[at]!.abi, functionName: name, args: [...args] })
  return checkData(at, data, all)
}
function checkData(to: Address, data: Hex, all: KnownRouters = routers): CheckedCalldata {
  const terms = { request, route: { expiresAt }, leastOut, limits: { routers: all, maxFee: 1 } }
  return checkCalldata({ chainId: 41001, to, data, value: 0n }, terms as never, (reason) => {
    throw new Refused(reason)
  })
}

type Leaf = { readonly path: readonly (string | number)[]; readonly type: string; readonly value: unknown }

/** Every word of the arguments of a function that is no tuple and no array. */
function leavesOf(inputs: readonly AbiParameter[], values: readonly unknown[]): readonly Leaf[] {
  return inputs.flatMap((input, index) => leavesIn(input, values[index], [index]))
}
function leavesIn(input: AbiParameter, value: unknown, path: readonly (string | number)[]): readonly Leaf[] {
  if (input.type.endsWith("]")) {
    const element = { ...input, type: input.type.slice(0, input.type.lastIndexOf("[")) }
    return (value as readonly unknown[]).flatMap((each, index) => leavesIn(element, each, [...path, index]))
  }
  const { components = [] } = input as { components?: readonly AbiParameter[] }
  if (components.length === 0) return [{ path, type: input.type, value }]
  return components.flatMap((part, index) => {
    const key = Array.isArray(value) ? index : part.name!
    return leavesIn(part, (value as Record<string | number, unknown>)[key], [...path, key])
  })
}
function withLeaf(value: unknown, [key, ...rest]: readonly (string | number)[], leaf: unknown): unknown {
  if (key === undefined) return leaf
  const changed = withLeaf((value as Record<string | number, unknown>)[key], rest, leaf)
  return Array.isArray(value)
    ? value.map((each: unknown, index) => (index === key ? changed : each))
    : { ...(value as object), [key]: changed }
}

function arbitrary(type: string): fc.Arbitrary<unknown> {
  const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString("hex")}`
  const hex = (size: number) => fc.uint8Array({ minLength: size, maxLength: size }).map(hexOf)
  if (type === "address") return fc.oneof(hex(20), fc.constantFrom(dai, usdc, router, holder, user, zeroAddress))
  if (type === "bytes") return fc.oneof(fc.uint8Array({ maxLength: 80 }).map(hexOf), fc.constant(note))
  if (type.startsWith("bytes")) return hex(Number(type.slice(5)))
  const bits = BigInt(type.replace(/\D/g, "") || "256")
  const near = fc.bigInt({ min: 0n, max: 2_000n })
  const number = fc.oneof(fc.bigInt({ min: 0n, max: (1n << bits) - 1n }), near)
  return bits <= 48n ? number.map(Number) : number
}

/** What the calldata says of it, by the description; `undefined` where it says nothing. */
function roleOf(described: unknown, path: readonly (string | number)[]): unknown {
  const [key, ...rest] = path
  if (typeof described === "string" || described === undefined || key === undefined) return described
  const { [key]: own } = described as Record<string | number, unknown>
  // An array has one description for every element.
  return own === undefined && typeof key === "number" ? roleOf(described, rest) : roleOf(own, rest)
}

const functionOf = ({ at, name }: Known): AbiFunction =>
  routers[at]!.abi.find((item): item is AbiFunction => item.type === "function" && item.name === name)!

describe("S-01 every argument of a known router's function", () => {
  for (const [what, known] of Object.entries(honest)) {
    const { inputs } = functionOf(known)
    const described = routers[known.at]!.functions[known.name]!
    const leaves = leavesOf(inputs, known.args)
    const roleAt = ({ path: [first, ...rest] }: Leaf) => roleOf(described, [inputs[first as number]!.name!, ...rest])

    it(`is as the request allows, of ${what}: then it passes`, () => {
      expect(check(known)).to.deep.include({ undecoded: [], fees: [] })
      expect(leaves.length).to.be.greaterThan(4)
    })

    it(`is refused, shown or harmless, of ${what}, whichever is changed to whatever`, () => {
      const change = fc.constantFrom(...leaves).chain((leaf) => arbitrary(leaf.type).map((value) => ({ leaf, value })))
      fc.assert(
        fc.property(change, ({ leaf, value }) => {
          if (String(value).toLowerCase() === String(leaf.value).toLowerCase()) return
          const changed = { ...known, args: withLeaf(known.args, leaf.path, value) as readonly unknown[] }
          const role = roleAt(leaf)
          let found: CheckedCalldata
          try {
            found = check(changed)
          } catch (error) {
            expect(error).to.be.instanceOf(Refused)
            expect(role).not.to.equal("ignored")
            return
          }
          if (role === "ignored" || found.undecoded.length > 0) return
          // What is left is better for the user, within a bound, shown, or without effect.
          if (role === "leastOut") expect(Number(value)).to.be.greaterThan(Number(leaf.value))
          else if (role === "deadline") expect(Number(value)).to.be.at.most(expiresAt + 86_400)
          else if (role === "fee") expect(found.fees).to.deep.equal([{ taker: zeroAddress, amount: value }])
          else if (role === "contract") expect(Object.keys(routers)).to.include(value)
          else if (role === "feeTaker") expect(found.fees).to.deep.equal([])
          else if (typeof role === "object") expect(leaf.type).to.equal("bytes")
          else expect.fail(`${leaf.path.join(".")} passes as ${String(value)}`)
        }),
        runs({ fast: 300 }),
      )
    })

    it(`is noticed, of ${what}, when the description lacks it`, () => {
      for (const leaf of leaves) {
        const [first, ...rest] = leaf.path
        const path = [inputs[first as number]!.name!, ...rest]
        const less = without(described, path) as DescribedArguments
        const { [known.at]: own, ...others } = routers as Record<Address, KnownRouter>
        const all = { ...others, [known.at]: { ...own!, functions: { ...own!.functions, [known.name]: less } } }
        const { undecoded } = check(known, all)
        const names = undecoded.filter((each) => `${known.name}.${path.join(".")}`.startsWith(each))
        expect(names, path.join(".")).to.have.length(1)
      }
    })

    it(`has no room beside it, of ${what}, for a byte that nobody reads`, () => {
      const data = encodeFunctionData({ abi: routers[known.at]!.abi, functionName: known.name, args: [...known.args] })
      const longer = fc.uint8Array({ minLength: 1, maxLength: 64 })
      fc.assert(
        fc.property(longer, (bytes) => {
          const more: Hex = `${data}${Buffer.from(bytes).toString("hex")}`
          expect(() => checkData(known.at, more)).to.throw(Refused)
        }),
        runs({ fast: 20 }),
      )
    })
  }
})

/** A description without one of its arguments. */
function without(described: unknown, [key, ...rest]: readonly (string | number)[]): unknown {
  if (key === undefined || typeof described !== "object") return undefined
  const { [key]: own, ...others } = described as Record<string | number, unknown>
  if (own === undefined) return without(described, rest)
  const less = without(own, rest)
  return less === undefined ? others : { ...others, [key]: less }
}
