import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { after, before, describe, it } from "mocha"
import { type Address, encodeFunctionData, parseAbi } from "viem"

import { judgeRows } from "#extras/audit/tasks/index.js"
import { readBatchFile, readBatchFiles } from "#extras/audit/tasks/judge.js"
import hardhatPlugs from "#src/index.js"
import { readRows } from "#src/plugin/arguments/readRows.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const [to, safe]: readonly Address[] = ["1", "2"].map((digit): Address => `0x${digit.repeat(40)}`)

describe("readBatchFile", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let hre: HardhatRuntimeEnvironment
  before(async () => {
    folder = await temporaryFolder()
    const chains = ["alpha", { name: "xai", chainId: 660279, slug: 1399904803 }]
    hre = await createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs], plugs: { devnet: { chains } } })
  })
  after(() => folder[Symbol.asyncDispose]())

  const read = async (json: unknown, account?: string) => {
    const batch = path.join(folder.path, "batch.json")
    await writeFile(batch, typeof json === "string" ? json : JSON.stringify(json))
    return await readBatchFile(hre.config, { ...readRows(judgeRows, { batch: [batch], account }), batch })
  }
  const argumentOf = async (json: unknown, account?: string) => (await failure(read(json, account))).facts["argument"]
  const call = { to, value: "7", data: "0x12" }
  const ofSafe = { chainId: "41001", meta: { createdFromSafeAddress: safe }, transactions: [call] }

  it("reads a file of Safe's builder, and a list of which each has its chain, by its name, its slug or its chain id", async () => {
    const alpha = { slug: 41001, name: "alpha", chainId: 41001 }
    const xai = { slug: 1399904803, name: "xai", chainId: 660279 }
    const [only] = await read(ofSafe)
    const parsed = { to, value: 7n, data: "0x12", operation: 0 }
    expect(only).to.deep.equal({ chain: alpha, from: safe, calls: [parsed], notes: [] })
    const list = [
      { ...call, chain: "alpha" },
      { ...call, chain: "1399904803", from: to },
      { ...call, chainId: 660279 },
    ]
    const batches = await read(list, safe)
    expect(batches.map(({ chain, from }) => [chain, from])).to.deep.equal([
      [alpha, safe],
      [xai, to],
      [xai, safe],
    ])
  })

  it("says what is no file, no chain of the project and no account", async () => {
    expect(
      (await failure(readBatchFile(hre.config, { batch: "/nowhere.json", account: undefined }))).facts["argument"],
    ).to.equal("batch")
    expect(await argumentOf("{")).to.equal("batch")
    const unknown = await failure(read({ ...ofSafe, chainId: "1399904803" }))
    expect(unknown.facts["argument"]).to.equal("batch.chainId")
    expect(unknown.message).to.contain("1399904803").and.to.contain("alpha (41001), xai (660279)")
    expect(await argumentOf([{ ...call, chain: "beta", from: safe }])).to.equal("batch[0].chain")
    expect(await argumentOf(ofSafe, "0x12")).to.equal("--account")
    expect(await argumentOf([{ ...call, chain: "alpha" }])).to.equal("batch[0].from")
  })

  it("reads several files in their order, names each in its batches and errors, and wants at least one", async () => {
    const write = async (name: string, json: unknown) => {
      const file = path.join(folder.path, name)
      await writeFile(file, JSON.stringify(json))
      return file
    }
    const [first, second, odd] = [
      await write("b.json", ofSafe),
      await write("a.json", [
        { ...call, chain: "xai" },
        { ...call, chain: "alpha" },
      ]),
      await write("odd.json", { ...ofSafe, chainId: "5" }),
    ]
    const readAll = async (...batch: string[]) => await readBatchFiles(hre.config, { batch, account: to })
    expect((await readAll(first, second)).map(({ file, chain }) => [file, chain.name])).to.deep.equal([
      [first, "alpha"],
      [second, "xai"],
      [second, "alpha"],
    ])
    const refusedFor = async (...files: string[]) => (await failure(readAll(...files))).facts["argument"]
    expect(await refusedFor(first, odd)).to.equal(`${odd}.chainId`)
    expect(await refusedFor(odd)).to.equal("batch.chainId")
    expect(await refusedFor()).to.equal("batch")
  })

  it("encodes a method with its values, exactly, and refuses what is none or does not fit", async () => {
    const inputs = [
      { name: "who", type: "address" },
      { name: "amount", type: "uint256" },
      { name: "chains", type: "uint32[]" },
    ]
    const encoded = async (contractMethod: unknown, contractInputsValues?: unknown) => {
      const [batch] = await read({
        ...ofSafe,
        transactions: [{ to, value: "0", data: null, contractMethod, contractInputsValues }],
      })
      return batch?.calls[0]?.data
    }
    const abi = parseAbi(["function pay(address who, uint256 amount, uint32[] chains)"])
    const large = 2n ** 200n + 1n
    const pay = { name: "pay", inputs, payable: false }
    const values = { who: safe, amount: String(large), chains: "[1,2]" }
    const data = encodeFunctionData({ abi, args: [safe!, large, [1, 2]] })
    expect(await encoded(pay, values)).to.equal(data)
    expect(await encoded(pay, { ...values, chains: [1, 2] })).to.equal(data)
    for (const name of ["fallback", "receive"]) expect(await encoded({ name, inputs: [] }), name).to.equal("0x")
    const receive = parseAbi(["function receive(uint256 amount)"])
    expect(await encoded({ name: "receive", inputs: inputs.slice(1, 2) }, { amount: "5" })).to.equal(
      encodeFunctionData({ abi: receive, args: [5n] }),
    )
    const unnamed = parseAbi(["function set(uint8)"])
    expect(await encoded({ name: "set", inputs: [{ type: "uint8" }] }, { "": "7" })).to.equal(
      encodeFunctionData({ abi: unnamed, args: [7] }),
    )
    const place = "batch.transactions[0].contractMethod"
    for (const [method, given] of [
      [{ name: "pay it" }, values],
      [{ ...pay, inputs: "who" }, values],
      [{ ...pay, inputs: [{ name: "who", type: "nothing" }] }, values],
      [pay, { ...values, amount: undefined }],
      [pay, undefined],
      [pay, { ...values, amount: "-1" }],
      [pay, { ...values, who: "alpha" }],
      // Only the encoder finds what is wrong with these types.
      [{ name: "pay", inputs: [{ name: "id", type: "bytes33" }] }, { id: `0x${"12".repeat(33)}` }],
      [{ name: "pay", inputs: [{ name: "sum", type: "uint512" }] }, { sum: String(2n ** 256n) }],
      [{ name: "pay", inputs: [{ name: "toString", type: "uint8" }] }, {}],
    ]) {
      expect(await failure(encoded(method, given)), JSON.stringify(method)).to.have.nested.property(
        "facts.argument",
        place,
      )
    }
  })
})
