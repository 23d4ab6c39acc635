import { readFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { writeSafeFile, writeSafeFiles } from "#tasks/messaging/call/writeSafeFiles.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("writeSafeFiles", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    folder = await temporaryFolder()
  })
  after(() => folder[Symbol.asyncDispose]())
  const [one, two] = ["1", "2"].map((digit) => `0x${digit.repeat(40)}` as const)
  const transaction = { to: one!, value: 0n, data: "0x12" } as const
  const batch = (safe: string, count: number) => ({
    ...{ version: "1.0", chainId: "5", createdAt: 7, transactions: Array.from({ length: count }, () => ({ to: one })) },
    meta: { name: "Wiring", createdFromSafeAddress: safe },
  })
  const at = (name: string): string => path.join(folder.path, name)

  it("has one for each chain, with the owner in its name where a chain has several", async () => {
    const batches = [
      { chain: "alpha", safe: one!, batch: batch(one!, 1) },
      { chain: "beta", safe: one!, batch: batch(one!, 2) },
      { chain: "beta", safe: two!, batch: batch(two!, 3) },
    ]
    const written = await writeSafeFiles(at("wiring.json"), batches as never)
    expect(written).to.deep.equal([
      { file: at("wiring.alpha.json"), chainName: "alpha", safe: one, transactions: 1 },
      { file: at(`wiring.beta.${one}.json`), chainName: "beta", safe: one, transactions: 2 },
      { file: at(`wiring.beta.${two}.json`), chainName: "beta", safe: two, transactions: 3 },
    ])
    const text = await readFile(at("wiring.alpha.json"), "utf8")
    expect(JSON.parse(text)).to.deep.equal(batch(one!, 1))
    // What it is for comes first.
    expect(text.indexOf("createdFromSafeAddress")).to.be.below(text.indexOf("Wiring"))
    const [other] = await writeSafeFiles(at("plan.v2"), batches.slice(0, 1) as never)
    expect(other!.file).to.equal(at("plan.v2.alpha.json"))
  })

  it("replaces a file for the same Safe, and none for another", async () => {
    const write = (safe: typeof one) =>
      writeSafeFile(at("call.json"), {
        ...{ chain: "alpha", chainId: 5, safe: safe!, createdAt: 7, name: "A call", description: "one" },
        transactions: [transaction],
      })
    expect(await write(one)).to.deep.equal({
      file: at("call.alpha.json"),
      chainName: "alpha",
      safe: one,
      transactions: 1,
    })
    await write(one)
    expect((await failure(write(two))).facts["argument"]).to.equal("--safe")
    expect(await readFile(at("call.alpha.json"), "utf8")).to.contain(one)
  })
})
