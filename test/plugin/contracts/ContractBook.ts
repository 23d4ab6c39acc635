import { execFileSync } from "node:child_process"
import { mkdir } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"
import { type Abi, getAddress, parseAbi } from "viem"

import { type ContractBook, openContractBook } from "#src/plugin/contracts/ContractBook.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { ignitionProject, writeIgnitionFile } from "#test/fixtures/projects/ignitionProject.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"

const abi = parseAbi(["function greet(uint32 dstChainSlug, string text) payable"])
const [one, two, three] = ["1", "2", "3"].map((digit) => getAddress(`0x${digit.repeat(40)}`)) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
const alpha = { chainId: 41001, id: "GreeterModule#Greeter", address: one, artifact: { contractName: "Greeter", abi } }
const beta = { ...alpha, chainId: 41002, address: two }

async function open(
  root: string,
  contracts?: Record<string, Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
  asked: readonly ChainEntry[] = [],
): Promise<ContractBook> {
  const written = contracts === undefined ? {} : { PLUGS_TEST_CONTRACTS: JSON.stringify(contracts) }
  const config = projectConfig({ PLUGS_TEST_PORT: "9", ...written, ...env })
  return await openContractBook(await createHardhatRuntimeEnvironment(config, {}, root), asked)
}

/** Opens a book, and hands over what the error of a search says. */
async function refusal(book: ContractBook, name: string, chain?: string): Promise<string> {
  try {
    await book.find(name, { argument: "plug", ...(chain === undefined ? {} : { chain: chainCalled(chain) }) })
  } catch (error) {
    expect(error).to.include({ code: "INVALID_INPUT", argument: "plug" })
    return (error as Error).message
  }
  throw new Error("a contract was found")
}

const chainCalled = (name: string) => ({
  name,
  network: name,
  slug: { alpha: 41001, beta: 41002, gateway: 41000 }[name]!,
})

describe("the book of contracts", () => {
  it("finds what Ignition has deployed by its contract's name, by Ignition's id, and with its chain", async () => {
    await using project = await ignitionProject([alpha, beta])
    const book = await open(project.path)
    const found = await book.find("Greeter", { chain: chainCalled("alpha"), argument: "plug" })
    expect(found).to.include({ name: "Greeter", address: one, source: "contracts/Greeter.sol:Greeter" })
    expect(found.abi).to.deep.equal(abi)
    expect(await book.find("GreeterModule#Greeter@beta", { argument: "plug" })).to.include({ address: two })
    expect((await book.find("Greeter@beta", { argument: "plug" })).chain).to.include({ name: "beta" })
    expect((await book.find("Greeter@41002", { argument: "plug" })).address).to.equal(two)
  })

  it("finds a contract by the name of its source where its id is another", async () => {
    await using project = await ignitionProject([{ ...alpha, id: "M#First" }])
    const book = await open(project.path)
    for (const name of ["First", "M#First", "Greeter"]) {
      expect((await book.find(name, { argument: "plug" })).address, name).to.equal(one)
    }
  })

  it("names no source of an artifact whose contract's name is none", async () => {
    const artifact = (contractName: string) => ({ contractName, abi })
    await using project = await ignitionProject([
      { ...alpha, id: "M#Odd", artifact: artifact("Odd name") },
      { ...alpha, id: "M#Bare", address: two, artifact: undefined as never },
    ])
    const book = await open(project.path)
    const [odd, bare] = [await book.find("Odd", { argument: "plug" }), await book.find("Bare", { argument: "plug" })]
    expect([odd.source, odd.abi, bare.source, bare.abi]).to.deep.equal([undefined, abi, undefined, undefined])
  })

  it("finds app gateways on the gateway's chain", async () => {
    await using project = await ignitionProject([{ ...alpha, chainId: 41000, id: "M#CounterApp" }])
    const book = await open(project.path)
    expect(await book.find("CounterApp", { chain: chainCalled("gateway"), argument: "appGateway" })).to.include({
      address: one,
    })
  })

  it("finds contracts on public chains that the configuration names by their networks alone", async () => {
    await using project = await ignitionProject([])
    const node = { type: "http", url: "http://127.0.0.1:9" }
    const networks = JSON.stringify({ arb: { ...node, chainId: 42161 }, one: { ...node, chainId: 10 } })
    const book = await open(project.path, { Greeter: { arb: one } }, { PLUGS_TEST_NETWORKS: networks })
    const { address, chain } = await book.find("Greeter", { argument: "plug" })
    expect({ address, slug: chain?.slug }).to.deep.equal({ address: one, slug: 42161 })
    const renamed = JSON.stringify({ arbitrum: { network: "arb" } })
    const env = { PLUGS_TEST_NETWORKS: networks, PLUGS_TEST_OWN_CHAINS: renamed }
    const other = await open(project.path, { Greeter: { arb: one } }, env)
    expect((await other.find("Greeter@arbitrum", { argument: "plug" })).address).to.equal(one)
    // A chain that has the name comes before one whose network has it.
    const both = JSON.stringify({ arbitrum: { network: "arb" }, arb: { network: "one" } })
    const named = await open(project.path, { Greeter: { arb: one } }, { ...env, PLUGS_TEST_OWN_CHAINS: both })
    expect((await named.find("Greeter", { argument: "plug" })).chain).to.include({ name: "arb", network: "one" })
  })

  it("finds contracts on a chain whose network a command has asked", async () => {
    await using project = await ignitionProject([])
    const env = { PLUGS_TEST_NETWORKS: JSON.stringify({ later: { type: "http", url: "http://127.0.0.1:9" } }) }
    const asked = { name: "later", network: "later", slug: 10 }
    const book = await open(project.path, { Greeter: { later: one } }, env, [asked])
    expect((await book.find("Greeter", { chain: asked, argument: "plug" })).address).to.equal(one)
    expect(book.nameOf(10, one)).to.equal("Greeter")
    // What the configuration says of a chain with the same name comes first.
    const alias = { name: "alpha", network: "alpha", slug: 99 }
    await using deployed = await ignitionProject([{ ...alpha, id: "M#Other", address: two }])
    const configured = await open(deployed.path, { Greeter: { alpha: one } }, {}, [alias])
    expect([configured.nameOf(41001, one), configured.nameOf(99, one)]).to.deep.equal(["Greeter", undefined])
    expect([configured.nameOf(41001, two), configured.nameOf(99, two)]).to.deep.equal(["Other", undefined])
  })

  it("knows nothing of a deployment without a list, nor of a network that is no chain", async () => {
    await using project = await ignitionProject([beta])
    await writeIgnitionFile(project.path, 41001, "journal.jsonl", "")
    const book = await open(project.path, { Other: { alpha: one, localhost: three } })
    expect([book.problems, book.names(), book.names(41001)]).to.deep.equal([[], ["Other", "Greeter"], ["Other"]])
  })

  it("finds what the configuration names, without Ignition", async () => {
    await using project = await ignitionProject([])
    const book = await open(project.path, { Greeter: { alpha: one.toLowerCase(), beta: two } })
    expect((await book.find("Greeter@alpha", { argument: "plug" })).address).to.equal(one)
    expect(book.names()).to.deep.equal(["Greeter"])
  })

  it("takes an address as ever, with the name and ABI that belong to it", async () => {
    await using project = await ignitionProject([alpha])
    const book = await open(project.path)
    const found = await book.find(one.toLowerCase(), { chain: chainCalled("alpha"), argument: "plug" })
    expect(found).to.include({ name: "Greeter", address: one })
    expect(found.abi).to.deep.equal(abi)
    expect(await book.find(one, { chain: chainCalled("beta"), argument: "plug" })).to.include({ name: undefined })
    const anywhere = await book.find(one, { argument: "plug" })
    expect([anywhere.name, anywhere.chain?.name]).to.deep.equal(["Greeter", "alpha"])
    const twice = await open(project.path, { Greeter: { beta: one } })
    const shared = await twice.find(one, { argument: "plug" })
    expect(shared).to.deep.equal({ name: undefined, chain: undefined, address: one, abi: undefined, source: undefined })
    expect(await refusal(book, "0x12")).to.match(/"0x12" is not an address/)
  })

  it("names addresses for tables, by the whole id where a short name would be ambiguous", async () => {
    await using project = await ignitionProject([alpha, { ...alpha, id: "Other#Greeter", address: two }, beta])
    const book = await open(project.path)
    expect(book.nameOf(41001, one.toLowerCase())).to.equal("GreeterModule#Greeter")
    expect(book.nameOf(41002, two)).to.equal("Greeter")
    expect(book.nameOf(41002, one)).to.equal(undefined)
    expect(book.names(41001)).to.deep.equal(["GreeterModule#Greeter", "Other#Greeter"])
  })

  it("lists the candidates when a name is ambiguous", async () => {
    await using project = await ignitionProject([alpha, { ...alpha, id: "M#Second", address: two }, beta])
    const book = await open(project.path)
    const message = await refusal(book, "Greeter", "alpha")
    for (const part of ["GreeterModule#Greeter@alpha", "M#Second@alpha", one, two, "chain-41001"]) {
      expect(message).to.contain(part)
    }
    expect(await refusal(await open(project.path), "GreeterModule#Greeter")).to.match(/several chains: alpha, beta/)
  })

  it("refuses to choose between the configuration and Ignition when they disagree", async () => {
    await using project = await ignitionProject([alpha])
    const message = await refusal(await open(project.path, { Greeter: { alpha: three } }), "Greeter")
    expect(message).to.contain("plugs.contracts.Greeter.alpha").and.to.contain("chain-41001").and.to.contain(three)
    const agreeing = await open(project.path, { Greeter: { alpha: one } })
    expect((await agreeing.find("Greeter", { argument: "plug" })).address).to.equal(one)
  })

  it("says where a contract is when it is not on the chain, and which name is near", async () => {
    await using project = await ignitionProject([beta])
    const book = await open(project.path)
    expect(await refusal(book, "Greeter", "alpha")).to.match(/ alpha\b.* beta\b/)
    expect(await refusal(book, "Greter", "beta")).to.match(/ Greeter\?/)
    expect(await refusal(book, "Greeter@gamma")).to.match(/ gamma\b.* beta\b/)
    expect(await refusal(book, "Greeter@bta")).to.match(/ "bta"\. .* beta\?/)
    expect(await refusal(book, "Greeter@beta", "alpha")).to.match(/ beta\b.* alpha\b/)
    await using empty = await ignitionProject([])
    expect(await refusal(await open(empty.path), "Greeter")).to.match(/plugs\.contracts/)
  })

  it("refuses a checksum of the configuration that is wrong", async () => {
    const wrong = "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    await using project = await ignitionProject([])
    const opening = open(project.path, { Greeter: { alpha: wrong } })
    expect(await opening.then(() => "", String)).to.match(/config\.plugs\.contracts\.Greeter\.alpha": .*checksum/)
  })

  describe("with files that others wrote", () => {
    const lists: Record<string, [content: string, says: RegExp]> = {
      "no JSON": ["{", /deployed_addresses\.json: it is not JSON/],
      "a list": ["[]", /it is not an object/],
      "an id that leaves the folder": [`{"../../../x#y/../z": "${one}"}`, /is not a contract's id/],
      "an id with an escape sequence": [`{"M#\\u001b[2J": "${one}"}`, /is not a contract's id/],
      "an address that is none": ['{"M#Greeter": "0x12"}', /is not a contract's id/],
      "a prototype": [`{"__proto__": "${one}"}`, /is not a contract's id/],
      "more than fits": [`{"a": "${"x".repeat(9 * 2 ** 20)}"}`, /more than 8 MiB/],
    }
    for (const [what, [content, says]] of Object.entries(lists)) {
      it(`names no contract from ${what}, says why when one is looked for, and still opens`, async () => {
        await using project = await ignitionProject([beta])
        await writeIgnitionFile(project.path, 41001, "deployed_addresses.json", content)
        const book = await open(project.path)
        expect(book.names(41001)).to.deep.equal([])
        const message = await refusal(book, "Missing")
        expect(message).to.match(says)
        expect(message).to.not.contain("\u001b")
        expect(book.nameOf(41002, two)).to.equal("Greeter")
      })
    }

    it("names the damaged file where a contract is known on other chains only", async () => {
      await using project = await ignitionProject([beta])
      await writeIgnitionFile(project.path, 41001, "deployed_addresses.json", "{")
      const message = await refusal(await open(project.path), "Greeter", "alpha")
      expect(message)
        .to.match(/ beta\b/)
        .and.to.match(/chain-41001.deployed_addresses\.json: /)
    })

    it("does not wait for a pipe into which nobody writes", async function () {
      if (process.platform === "win32") this.skip()
      await using project = await ignitionProject([beta])
      const folder = path.join(project.path, "ignition", "deployments", "chain-41001")
      await mkdir(folder)
      execFileSync("mkfifo", [path.join(folder, "deployed_addresses.json")])
      const book = await open(project.path)
      expect(await refusal(book, "Missing")).to.match(/deployed_addresses\.json: /)
    })

    it("finds nothing by a name that no contract can have, and lists no names where there are none", async () => {
      const named = (contractName: string) => ({ ...alpha, id: "M#own", artifact: { contractName, abi } })
      await using project = await ignitionProject([named("two words")])
      expect(await refusal(await open(project.path), "two words")).to.match(/Known contracts: own\./)
      await using other = await ignitionProject([])
      expect(await refusal(await open(other.path), "Greeter")).to.not.match(/Known contracts/)
    })

    const hostile: Record<string, unknown> = {
      "an ABI that is no list": "abi",
      "items that are nothing": [null, 5, "x", { type: "function" }, { type: "function", name: 7, inputs: [] }],
      "types that do not exist": [{ type: "function", name: "f", inputs: [{ type: "uint8[", name: "" }] }],
      "parameters that are nothing": [{ type: "function", name: "f", inputs: [null] }],
      "parameters whose names are code": [{ type: "function", name: "f", inputs: [{ type: "uint8", name: "x; //" }] }],
      "names that are code": [{ type: "function", name: "f() payable; //", inputs: [] }],
    }
    for (const [what, items] of Object.entries(hostile)) {
      it(`leaves out ${what}`, async () => {
        const artifact = { contractName: "Greeter", abi: items as Abi }
        await using project = await ignitionProject([{ ...alpha, artifact }])
        const found = await (await open(project.path)).find("Greeter", { argument: "plug" })
        expect(found.address).to.equal(one)
        expect(found.abi ?? []).to.deep.equal([])
      })
    }
  })
})
