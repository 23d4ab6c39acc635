import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Address,
  createClient,
  custom,
  encodeAbiParameters,
  encodeFunctionData,
  encodeFunctionResult,
  getAddress,
  type Hex,
  keccak256,
  parseAbi,
  zeroAddress,
} from "viem"

import type { BatchCall } from "#extras/audit/src/judging/Batch.js"
import { packMultiSend, unpackMultiSend } from "#extras/audit/src/judging/carriers.js"
import { decodeCalls, type KnownContract, listCalls, listOwnCalls } from "#extras/audit/src/judging/decodeCalls.js"
import { readSafeHashes } from "#extras/audit/src/judging/readSafeHashes.js"
import { answerAsSafe, trustOfNodes } from "#test/fixtures/nodes/answerAsSafe.js"

const safe = getAddress("0x5afe000000000000000000000000000000005afe")
const to = getAddress("0x7a00000000000000000000000000000000000007")
const callOnly = {
  "1.3.0": "0x40A2aCCbd92BCA938b02010E17A5b8929b49130D",
  "1.4.1": "0x9641d764fc13c8B624c04430C7356C1C7C8102e2",
  "1.5.0": "0xA83c336B20401Af773B6219BA5027174338D1836",
} as const
const anyCall = {
  "1.3.0": "0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761",
  "1.4.1": "0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526",
  "1.5.0": "0x218543288004CD07832472D464648173c77D7eB7",
} as const
const call: BatchCall = { to, value: 5n, data: "0xabcd", operation: 0 }

const abi = parseAbi(["function VERSION() view returns (string)", "function nonce() view returns (uint256)"])

/** A chain with a Safe of a version, and what else has code. */
function copyWith(version: string | undefined, others: readonly Address[] = []) {
  const request = (question: { method: string; params?: [string | { to: string; data: Hex }] }) => {
    const { method, params: [asked] = [""] } = question
    const ofSafe = version === undefined || method === "eth_call" ? undefined : answerAsSafe(question, safe)
    if (ofSafe !== undefined) return ofSafe
    if (method === "eth_chainId") return Promise.resolve("0xa029")
    if (method === "eth_getCode") {
      const isThere = others.some((one) => typeof asked === "string" && one.toLowerCase() === asked.toLowerCase())
      return Promise.resolve(isThere ? "0x60" : "0x")
    }
    const isVersion = typeof asked !== "string" && asked.data === "0xffa1ad74"
    const answer = isVersion
      ? encodeFunctionResult({ abi, functionName: "VERSION", result: version ?? "" })
      : encodeFunctionResult({ abi, functionName: "nonce", result: 7n })
    return Promise.resolve(version === "" ? "0x" : answer)
  }
  const client = createClient({ transport: custom({ request }), pollingInterval: 1 })
  return { client, slug: 1, name: "alpha", socket: zeroAddress }
}

// The hashes of the structs that stand in the code of Safe.
const safeTxType = "0xbb8310d486368db6bd6f849402fdd73ad53d316b5a4b2644ad6efe0f941286d8"
const domainType = "0x47e79534a245952e8b16893a336b85a3d9ea9fa8c573f3d803afb92a79469218"
const oldDomainType = "0x035aff83d86937d35b32e04f0ddc6ff469290eef2f1b692d8a815c89404d4749"

const words = (types: readonly string[], values: readonly unknown[]): Hex =>
  keccak256(
    encodeAbiParameters(
      types.map((type) => ({ type })),
      values,
    ),
  )

const messageHash = ({ to: target, value, data, operation }: BatchCall, nonce: bigint): Hex =>
  words(
    [
      "bytes32",
      "address",
      "uint256",
      "bytes32",
      "uint8",
      "uint256",
      "uint256",
      "uint256",
      "address",
      "address",
      "uint256",
    ],
    [safeTxType, target, value, keccak256(data), operation, 0n, 0n, 0n, zeroAddress, zeroAddress, nonce],
  )

describe("readSafeHashes", () => {
  const chain = { slug: 1, name: "alpha", chainId: 41001 }
  const hashes = (version: string | undefined, calls = [call], others: readonly Address[] = [], nonce?: bigint) =>
    readSafeHashes(copyWith(version, others), { from: safe, calls, chain }, { nonce, ...trustOfNodes })

  it("computes what the code of Safe does, of one call", async () => {
    const domainHash = words(["bytes32", "uint256", "address"], [domainType, 41001n, safe])
    const message = messageHash(call, 7n)
    expect(await hashes("1.3.0+L2")).to.deep.equal({
      ...{ version: "1.3.0", nonce: 7n, to, operation: 0, domainHash, messageHash: message },
      safeTxHash: keccak256(`0x1901${domainHash.slice(2)}${message.slice(2)}`),
    })
    expect(await hashes("1.4.1", [call], [], 9n)).to.include({ nonce: 9n, messageHash: messageHash(call, 9n) })
  })

  it("leaves the chain out of the domain of Safes before 1.3.0", async () => {
    for (const version of ["1.0.0", "1.1.1", "1.2.0"]) {
      expect(await hashes(version)).to.include({ domainHash: words(["bytes32", "address"], [oldDomainType, safe]) })
    }
  })

  it("makes several calls one, by the MultiSend that is there for the version, and takes delegatecalls if there are some", async () => {
    const delegated: BatchCall = { ...call, operation: 1 }
    const deployed = [...Object.values(callOnly), ...Object.values(anyCall)]
    for (const version of ["1.3.0", "1.4.1", "1.5.0"] as const) {
      for (const [target, calls] of [
        [callOnly[version], [call, call]],
        [anyCall[version], [call, delegated]],
      ] as const) {
        const packed = { to: target, value: 0n, data: packMultiSend(calls), operation: 1 } as const
        expect(await hashes(version, [...calls], deployed)).to.include({
          ...{ to: target, operation: 1, messageHash: messageHash(packed, 7n) },
        })
      }
    }
    expect(await hashes("1.3.0", [call, call])).to.have.property("why")
  })

  it("takes any MultiSend that Safe has deployed for a version and its calls, and no other", async () => {
    const delegated: BatchCall = { ...call, operation: 1 }
    const known = [
      ["1.5.0", true, "0xA83c336B20401Af773B6219BA5027174338D1836"],
      ["1.5.0", false, "0x218543288004CD07832472D464648173c77D7eB7"],
      ["1.4.1", true, "0x9641d764fc13c8B624c04430C7356C1C7C8102e2"],
      ["1.4.1", true, "0x0408EF011960d02349d50286D20531229BCef773"],
      ["1.4.1", false, "0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526"],
      ["1.4.1", false, "0x309D0B190FeCCa8e1D5D8309a16F7e3CB133E885"],
      ["1.3.0", true, "0x40A2aCCbd92BCA938b02010E17A5b8929b49130D"],
      ["1.3.0", true, "0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B"],
      ["1.3.0", true, "0xf220D3b4DFb23C4ade8C88E526C1353AbAcbC38F"],
      ["1.3.0", false, "0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761"],
      ["1.3.0", false, "0x998739BFdAAdde7C933B942a68053933098f9EDa"],
      ["1.3.0", false, "0x8D29bE29923b68abfDD21e541b9374737B49cdAD"],
    ] as const
    for (const [own, isCallOnly, address] of known) {
      for (const version of ["1.3.0", "1.4.1", "1.5.0"]) {
        for (const calls of [
          [call, call],
          [call, delegated],
        ]) {
          const isFor = version === own && isCallOnly === !calls.includes(delegated)
          const found = await hashes(version, calls, [address])
          expect("to" in found && found.to, `${address} ${version}`).to.equal(isFor && address)
        }
      }
    }
  })

  it("has none where the node is of another chain than the batch", async () => {
    const batch = { from: safe, calls: [call], chain: { ...chain, chainId: 1 } }
    expect(await readSafeHashes(copyWith("1.3.0"), batch, trustOfNodes)).to.have.property("why")
  })

  it("has none where the code is not that of a known Safe, and tells that from an account without code", async () => {
    const [nothing, unknown, silent] = await Promise.all([
      hashes(undefined),
      readSafeHashes(copyWith("1.3.0"), { from: safe, calls: [call], chain }),
      hashes(""),
    ])
    const whys = [nothing, unknown, silent].map((one) => ("why" in one ? one.why : undefined))
    expect([new Set(whys).size, whys.includes(undefined)]).to.deep.equal([3, false])
    expect(whys[1]).to.contain(trustOfNodes.safeCode[0]).and.to.contain("plugs.trust.safeCode")
  })

  it("has none for an account without code, a contract that is no Safe, and versions with other hashes", async () => {
    for (const version of [undefined, "", "0.1.0", "1.3", "x"])
      expect(await hashes(version), version).to.have.property("why")
  })
})

describe("decodeCalls", () => {
  const decode = (calls: readonly BatchCall[]) =>
    decodeCalls(calls, { from: safe, abis: { contractOf: () => ({}), others: [] } })
  const multiSend = (calls: readonly BatchCall[], operation: 0 | 1 = 1): BatchCall => ({
    ...{ to: callOnly["1.3.0"], value: 0n, data: packMultiSend(calls), operation },
  })

  it("takes apart what packMultiSend has packed", () => {
    const calls: BatchCall[] = [call, { ...call, data: "0x", operation: 1 }]
    const packed: Hex = `0x${packMultiSend(calls).slice(10 + 128)}`
    const length = 2 * (85 + 2 + 85)
    expect(unpackMultiSend(packed.slice(0, 2 + length) as Hex)).to.deep.equal(calls)
    expect(unpackMultiSend("0x")).to.deep.equal([])
    for (const end of [40, 180, length])
      expect(unpackMultiSend(packed.slice(0, end) as Hex), String(end)).to.equal(undefined)
    expect(unpackMultiSend(`0x02${packed.slice(4, 2 + length)}`)).to.equal(undefined)
    const alone: Hex = `0x${packed.slice(2, 2 + 2 * (85 + 2))}`
    expect(unpackMultiSend(alone)).to.deep.equal([call])
    expect(unpackMultiSend(alone.slice(0, -2) as Hex)).to.equal(undefined)
  })

  it("numbers nested calls, and lets those of a delegatecall be of the account itself", () => {
    const [outer] = decode([multiSend([call, multiSend([call, call])])])
    expect(listCalls([outer!]).map(({ number }) => number)).to.deep.equal(["1", "1.1", "1.2", "1.2.1", "1.2.2"])
    expect(listOwnCalls([outer!]).map(({ number, from }) => [number, from])).to.deep.equal([
      ["1.1", safe],
      ["1.2.1", safe],
      ["1.2.2", safe],
    ])
    expect(listOwnCalls(decode([multiSend([call])])).map(({ number }) => number)).to.deep.equal(["1.1"])
    const none: Hex = `0x${packMultiSend([call]).slice(2, 74)}${"0".repeat(64)}`
    expect(listOwnCalls(decode([{ ...multiSend([call]), data: none }])).map(({ number }) => number)).to.deep.equal([
      "1",
    ])
    expect(listOwnCalls(decode([{ ...multiSend([call]), to }])).map(({ number }) => number)).to.deep.equal(["1"])
    const [called] = decode([multiSend([call], 0)])
    expect(called?.inner[0]?.from).to.equal(callOnly["1.3.0"])
    expect(listOwnCalls([called!]).map(({ number }) => number)).to.deep.equal(["1"])
  })

  it("says what is nested too deep or malformed, and does not follow it for ever", () => {
    let deep = call
    for (let depth = 0; depth < 20; depth += 1) deep = multiSend([deep])
    const calls = listCalls(decode([deep]))
    expect(calls).to.have.lengthOf.below(20)
    expect(calls.at(-1)?.problem).to.be.a("string")
    const cut = multiSend([call])
    const [broken] = decode([{ ...cut, data: cut.data.replace(/02abcd/, "ffabcd") as Hex }])
    expect(broken?.problem).to.be.a("string")
  })

  it("tells of each call what it is by the ABI that is nearest, and what is not whole", () => {
    const [own, others] = [parseAbi(["function pause(uint8 how)"]), parseAbi(["function pause(uint8 how)"])]
    const encode = (item: string, args: readonly unknown[]) =>
      encodeFunctionData({ abi: parseAbi<readonly string[]>([item]), args })
    const pause = encode("function pause(uint8 how)", [3])
    const approve = encode("function approve(address spender, uint256 amount)", [safe, 5n])
    const of = (data: Hex, known: KnownContract = {}, target = to) => {
      const abis = { contractOf: () => known, others: [others] }
      const [one] = decodeCalls([{ ...call, to: target, data }], { from: safe, first: 4, abis })
      const { number, from, name, isKnown, problem, inner } = one!
      return [number, from, name, one!.call?.signature, isKnown, problem === undefined, inner.length]
    }
    const place = ["4", safe]
    expect(of("0x")).to.deep.equal([...place, undefined, undefined, false, true, 0])
    expect(of("0x123456")).to.deep.equal([...place, undefined, undefined, false, false, 0])
    expect(of("0xdeadbeef")).to.deep.equal([...place, undefined, undefined, false, false, 0])
    expect(of(pause)).to.deep.equal([...place, undefined, "pause(uint8)", false, true, 0])
    expect(of(pause, { name: "Vault", abi: own })).to.deep.equal([...place, "Vault", "pause(uint8)", true, true, 0])
    const event = parseAbi(["event pause(uint8 how)"])
    expect(of(pause, { abi: event })).to.deep.equal([...place, undefined, "pause(uint8)", false, true, 0])
    expect(of(approve, { abi: own })).to.deep.equal([...place, undefined, "approve(address,uint256)", false, true, 0])
    expect(of(`${pause}00`)).to.deep.equal([...place, undefined, "pause(uint8)", false, false, 0])
    expect(of(pause.slice(0, 20) as Hex)).to.deep.equal([...place, undefined, undefined, false, false, 0])
    const stop = encode("function stop()", [])
    expect(of(stop, { abi: parseAbi(["function stop()"]) })).to.deep.equal([
      ...place,
      undefined,
      "stop()",
      true,
      true,
      0,
    ])
    const problemOf = (data: Hex) => decode([{ ...call, data }])[0]?.problem
    expect(problemOf("0x12")).to.be.a("string").that.equals(problemOf("0x123456"))
    const packed = packMultiSend([call, call])
    const signature = "multiSend(bytes)"
    expect(of(packed, {}, callOnly["1.4.1"])).to.deep.equal([...place, "MultiSend", signature, true, true, 2])
    expect(of(packed, { name: "Own" }, callOnly["1.4.1"])).to.deep.equal([...place, "Own", signature, true, true, 2])
    expect(of(packed)).to.deep.equal([...place, undefined, signature, false, true, 2])
  })

  it("follows a transaction of another Safe, as that Safe", () => {
    const types = "address,uint256,bytes,uint8,uint256,uint256,uint256,address,address"
    const args = [to, 9n, "0xabcd", 1, 0n, 0n, 0n, zeroAddress, zeroAddress]
    const data = encodeFunctionData({
      abi: parseAbi<readonly string[]>([`function execTransaction(${types}, bytes) payable returns (bool)`]),
      args: [...args, "0x"],
    })
    const other = getAddress("0x5afe000000000000000000000000000000005aff")
    const [outer] = decode([{ to: other, value: 0n, data, operation: 0 }])
    const [inner] = outer!.inner
    expect(inner).to.deep.include({ to, value: 9n, data: "0xabcd", operation: 1, from: other, number: "1.1" })
  })

  it("decodes a thousand calls, packed eight times, and no more", () => {
    const many = (count: number) => listCalls(decode([multiSend(Array.from({ length: count }, () => call))])).length
    expect([many(999), many(1_000)]).to.deep.equal([1_000, 1])
    const [, second] = decode([call, multiSend(Array.from({ length: 999 }, () => call))])
    expect(second?.inner).to.deep.equal([])
    let deep: BatchCall = { ...call, data: "0x" }
    for (let depth = 0; depth < 8; depth += 1) deep = multiSend([deep])
    expect(listCalls(decode([deep])).map(({ problem }) => problem === undefined)).to.not.include(false)
    const calls = listCalls(decode([multiSend([deep])]))
    expect(calls.map(({ number }) => number.split(".").length).at(-1)).to.equal(9)
    expect(calls.at(-1)?.problem).to.be.a("string")
  })
})
