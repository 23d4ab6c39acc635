import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { type AbiFunction, type AbiParameter, encodeFunctionData, getAddress, toHex } from "viem"

import { parseBatches } from "#extras/audit/src/judging/parseBatches.js"
import { builderMethods, parseExactly } from "#extras/audit/tasks/judge/builderMethods.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { at } from "#test/fixtures/wire/addresses.js"

const safe = at(0x5a)
const alpha = { slug: 41001, name: "alpha", chainId: 41001 }

/** A value of a type, as viem takes it, and as people write it beside and inside of a list. */
type Written = {
  readonly parameter: AbiParameter
  readonly value: unknown
  readonly alone: string
  readonly inside: string
}

const quoted = (text: string) => fc.constantFrom(text, JSON.stringify(text), `'${text}'`)
const written = (type: string, value: unknown, forms: fc.Arbitrary<string>): fc.Arbitrary<Written> =>
  forms.chain((alone) => quoted(alone).map((inside) => ({ parameter: { type }, value, alone, inside })))

const addresses = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => getAddress(toHex(bytes)))
const leaves: fc.Arbitrary<Written> = fc.oneof(
  addresses.chain((address) => written("address", address, fc.constantFrom(address, address.toLowerCase()))),
  fc
    .bigInt({ min: 0n, max: 2n ** 256n - 1n })
    .chain((number) => written("uint256", number, fc.constantFrom(String(number), toHex(number)))),
  fc.integer({ min: 1, max: 60 }).chain((power) => written("uint256", 10n ** BigInt(power), fc.constant(`1e${power}`))),
  fc
    .boolean()
    .chain((flag) =>
      written("bool", flag, flag ? fc.constantFrom("true", "True", "1") : fc.constantFrom("false", "False", "0")),
    ),
  fc.uint8Array({ maxLength: 40 }).chain((bytes) => written("bytes", toHex(bytes), fc.constant(toHex(bytes)))),
  fc.stringMatching(/^[a-z][a-z .]{0,8}[a-z]$/).chain((text) => written("string", text, fc.constant(text))),
)
const list = (parts: readonly string[], [open, close]: string) => `${open}${parts.join(", ")}${close}`
const lists = (inner: fc.Arbitrary<Written>): fc.Arbitrary<Written> =>
  inner.chain((one) =>
    fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom("[]", "()")).map(([count, brackets]) => {
      const alone = list(
        Array.from({ length: count }, () => one.inside),
        brackets,
      )
      const parameter = { ...one.parameter, type: `${one.parameter.type}[]` }
      return { parameter, value: Array.from({ length: count }, () => one.value), alone, inside: alone }
    }),
  )
const tuples: fc.Arbitrary<Written> = fc
  .tuple(fc.array(fc.oneof(leaves, lists(leaves)), { minLength: 1, maxLength: 4 }), fc.constantFrom("[]", "()"))
  .map(([parts, brackets]) => {
    const components = parts.map(({ parameter }, index) => ({ ...parameter, name: `f${index}` }))
    const alone = list(
      parts.map(({ inside }) => inside),
      brackets,
    )
    const value = Object.fromEntries(parts.map((part, index) => [`f${index}`, part.value]))
    return { parameter: { type: "tuple", components }, value, alone, inside: alone }
  })
const values = fc.oneof(leaves, lists(leaves), lists(lists(leaves)), tuples, lists(tuples))

const calls = fc
  .tuple(fc.array(values, { maxLength: 4 }), addresses, fc.bigInt({ min: 0n, max: 10n ** 24n }))
  .map(([inputs, to, value]) => {
    const parameters = inputs.map(({ parameter }, index) => ({ ...parameter, name: `a${index}` }))
    const method: AbiFunction = {
      type: "function",
      name: "go",
      inputs: parameters,
      outputs: [],
      stateMutability: "payable",
    }
    const data = encodeFunctionData({ abi: [method], args: inputs.map((one) => one.value) })
    const texts = Object.fromEntries(inputs.map(({ alone }, index) => [`a${index}`, alone]))
    return { to, value, data, method, texts }
  })
type Call = typeof calls extends fc.Arbitrary<infer One> ? One : never

/** How files of the public have a call: encoded already, named only, or both. */
const shown = (one: Call, form: number): object => {
  const { to, value, data, method, texts } = one
  const named = {
    contractMethod: { inputs: method.inputs, name: method.name, payable: false },
    contractInputsValues: texts,
  }
  const base = { to: form % 2 === 0 ? to : to.toLowerCase(), value: form % 3 === 0 ? String(value) : toHex(value) }
  if (form < 3) return { ...base, data: null, ...named }
  if (form < 5) return { ...base, data, contractMethod: null, contractInputsValues: null }
  return { ...base, data, ...named, ...(form === 5 ? { contractInputsValues: null } : {}) }
}
const chainIds = fc.constantFrom<unknown>("41001", 41001, "0xa029")
const senders = fc.constantFrom<object>(
  { meta: { createdFromSafeAddress: safe, createdFromOwnerAddress: "" } },
  { meta: { safeAddress: safe.toLowerCase(), txBuilderVersion: "1.16.5" } },
  { safeAddress: safe, meta: { name: "Transactions Batch", description: null } },
  { createdFromSafeAddress: safe, meta: null },
)
const builderFiles = fc
  .tuple(fc.array(fc.tuple(calls, fc.integer({ min: 0, max: 6 })), { minLength: 1, maxLength: 3 }), chainIds, senders)
  .map(([some, chainId, where]) => ({
    json: {
      version: "1.0",
      chainId,
      createdAt: 1,
      ...where,
      transactions: some.map(([one, form]) => shown(one, form)),
    },
    wanted: some.map(([one]) => one),
  }))
const broadcasts = fc.tuple(fc.array(calls, { minLength: 1, maxLength: 3 }), fc.boolean()).map(([some, isOld]) => ({
  json: {
    transactions: some.map(({ to, value, data }) => ({
      ...{ hash: null, transactionType: "CALL", contractAddress: to, function: null, arguments: null },
      transaction: {
        from: safe.toLowerCase(),
        to,
        value: toHex(value),
        ...(isOld ? { data } : { input: data, chainId: "0xa029" }),
      },
    })),
    ...{ receipts: [], libraries: [], pending: [], returns: {}, timestamp: 1, chain: 41001 },
  },
  wanted: some,
}))
const transactions = fc.array(calls, { minLength: 1, maxLength: 3 }).map((some) => ({
  json: some.map(({ to, value, data }) => ({ chain: "alpha", from: safe, to, value: String(value), data })),
  wanted: some,
}))

const read = (json: unknown) =>
  parseBatches(parseExactly(JSON.stringify(json)), {
    ...{ argument: "batch", chainOf: () => alpha, ...builderMethods },
  })

const run = { seed: 20_260_701, numRuns: 1_000 }

describe("batches of the public", () => {
  it("are read, a thousand of them, as who wrote them meant, with nothing claimed that they do not call", () => {
    fc.assert(
      fc.property(fc.oneof(builderFiles, broadcasts, transactions), ({ json, wanted }) => {
        const batches = read(json)
        expect(batches.every(({ from, chain }) => from === safe && chain === alpha)).to.equal(true)
        const found = batches.flatMap((batch) =>
          batch.calls.map(({ to, value, data, claimed }) => ({ to, value, data, claimed })),
        )
        expect(found).to.deep.equal(wanted.map(({ to, value, data }) => ({ to, value, data, claimed: undefined })))
      }),
      run,
    )
  })

  it("are refused, where one thing of them is wrong, by the place of it", () => {
    const spoil = fc.constantFrom<
      readonly [place: string, (call: Record<string, unknown>, file: Record<string, unknown>) => void]
    >(
      ["batch.transactions[0].to", (call) => (call["to"] = null)],
      ["batch.transactions[0].to", (call) => (call["to"] = "0x12")],
      ["batch.transactions[0].value", (call) => (call["value"] = "1.5")],
      ["batch.transactions[0].value", (call) => (call["value"] = "-1")],
      ["batch.transactions[0].data", (call) => (call["data"] = "0xabc")],
      ["batch.transactions[0].operation", (call) => (call["operation"] = 2)],
      [
        "batch.transactions[0].contractMethod",
        (call) =>
          Object.assign(call, {
            data: null,
            contractMethod: { name: "go", inputs: [{ name: "a", type: "uint8" }] },
            contractInputsValues: { a: "256" },
          }),
      ],
      ["batch.chainId", (_call, file) => (file["chainId"] = "forty")],
      [
        "batch.meta.createdFromSafeAddress",
        (_call, file) => Object.assign(file, { meta: {}, safeAddress: null, createdFromSafeAddress: "" }),
      ],
      ["batch.transactions", (_call, file) => (file["transactions"] = [])],
    )
    fc.assert(
      fc.property(builderFiles, spoil, ({ json }, [place, change]) => {
        const file = structuredClone(json) as Record<string, unknown>
        change((file["transactions"] as Record<string, unknown>[])[0]!, file)
        let refused: unknown
        try {
          read(file)
        } catch (error) {
          refused = error
        }
        expect(refused).to.be.instanceOf(InvalidInputError)
        const { argument, message } = refused as InvalidInputError
        expect(argument).to.equal(place)
        expect(message).to.not.contain('"it"')
      }),
      run,
    )
  })

  it("claim what they do not call where their data is of another function, or of other values", () => {
    fc.assert(
      fc.property(calls, calls, (one, two) => {
        fc.pre(one.data !== two.data)
        const file = { chainId: 41001, safeAddress: safe, transactions: [{ ...shown(one, 6), data: two.data }] }
        expect(read(file)[0]?.calls[0]).to.include({ data: two.data, claimed: "go" })
      }),
      run,
    )
  })
})
