import { expect } from "chai"
import { describe, it } from "mocha"

import type { BookEntry } from "#src/plugin/contracts/BookEntry.js"
import { findByName } from "#src/plugin/contracts/findByName.js"
import { failure } from "#test/fixtures/failure.js"

const chains = ["alpha", "beta", "gamma"].map((name, index) => ({ name, network: name, slug: index + 1 }))
const [alpha, beta] = chains as [(typeof chains)[0], (typeof chains)[0]]
const addressOf = (digit: number): `0x${string}` => `0x${String(digit).repeat(40)}`

function entry(id: string, chain: (typeof chains)[0], digit: number, source?: string): BookEntry {
  const name = id.split("#").at(-1)!
  return {
    ...{ id, name, chain, address: addressOf(digit), writtenIn: `file of ${chain.name}` },
    readContractName: () => Promise.resolve(source),
    readArtifact: () => Promise.resolve({ abi: undefined, source: undefined }),
  }
}
const entries = [
  entry("M#Greeter", alpha, 1),
  entry("M#Greeter", beta, 2),
  entry("M#Vault", alpha, 3, "SafeVault"),
  entry("Vault", alpha, 3),
  entry("N#Twin", beta, 4),
  entry("O#Twin", beta, 5),
]
const nothing = () => Promise.resolve([])
const search = { entries, chains, problems: [], chain: undefined, argument: "plug", search: nothing }

describe("findByName", () => {
  const find = async (text: string, more: Partial<Parameters<typeof findByName>[1]> = {}) => {
    const { entry: found, name } = await findByName(text, { ...search, ...more })
    return [found.id, found.chain.name, found.address[2], name]
  }
  const refusal = async (text: string, more: Partial<Parameters<typeof findByName>[1]> = {}) =>
    (await failure(findByName(text, { ...search, ...more }))).message

  it("finds by name, id, source and chain", async () => {
    expect(await find("Greeter@alpha")).to.deep.equal(["M#Greeter", "alpha", "1", "Greeter"])
    expect(await find("Greeter@2")).to.deep.equal(["M#Greeter", "beta", "2", "Greeter"])
    expect(await find("Greeter", { chain: beta })).to.deep.equal(["M#Greeter", "beta", "2", "Greeter"])
    expect(await find("Greeter@beta", { chain: beta })).to.deep.equal(["M#Greeter", "beta", "2", "Greeter"])
    expect(await find("M#Greeter@beta")).to.deep.equal(["M#Greeter", "beta", "2", "M#Greeter"])
    expect(await find("SafeVault")).to.deep.equal(["M#Vault", "alpha", "3", "SafeVault"])
    expect(await find("Vault"), "twice the same address").to.deep.equal(["M#Vault", "alpha", "3", "Vault"])
    expect(await find("O#Twin")).to.deep.equal(["O#Twin", "beta", "5", "O#Twin"])
  })

  it("searches only for what is written nowhere, and on the chain that is named", async () => {
    const asked: string[] = []
    const found = async (name: string) => {
      asked.push(name)
      return await Promise.resolve([entry("Found", alpha, 6), entry("Found", beta, 7)])
    }
    expect(await find("Vault", { search: found })).to.deep.equal(["M#Vault", "alpha", "3", "Vault"])
    expect(await find("Found@beta", { search: found })).to.deep.equal(["Found", "beta", "7", "Found"])
    expect(await find("Vault@beta", { search: found })).to.deep.equal(["Found", "beta", "7", "Vault"])
    expect(await refusal("Found", { search: found })).to.contain("Found is on several chains: alpha, beta")
    expect(asked).to.deep.equal(["Found", "Vault", "Found"])
  })

  it("says what is wrong, and how to write it", async () => {
    const problems = ["The file a.json: it is not JSON."]
    const many = Array.from({ length: 21 }, (_, index) => entry(`N${index}x`, alpha, 1))
    expect([
      await refusal("Greeter"),
      await refusal("Twin"),
      await refusal("Greeter@beta", { chain: alpha }),
      await refusal("Vault@beta"),
      await refusal("Vault", { chain: beta, problems }),
      await refusal("Greter"),
      await refusal("M#Gretter", { problems }),
      await refusal("Elsewhere", { entries: [] }),
      await refusal("Elsewhere", { entries: many }),
    ]).to.deep.equal([
      'Argument "plug": Greeter is on several chains: alpha, beta. Write the chain behind it, such as Greeter@alpha.',
      'Argument "plug": Twin can mean several contracts: N#Twin@beta 0x4444444444444444444444444444444444444444 (file of beta), O#Twin@beta 0x5555555555555555555555555555555555555555 (file of beta). Write the whole id or the address.',
      'Argument "plug": "Greeter@beta" is on beta, but the chain here is alpha. Write Greeter@alpha, or only Greeter.',
      'Argument "plug": Vault is not known on beta, only on alpha. Deploy it there with Ignition, add plugs.contracts.Vault.beta, or give its address.',
      'Argument "plug": Vault is not known on beta, only on alpha. The file a.json: it is not JSON. Deploy it there with Ignition, add plugs.contracts.Vault.beta, or give its address.',
      'Argument "plug": "Greter" is neither an address nor the name of a contract. Did you mean Greeter? Known contracts: Greeter, Vault, Twin. Give 0x followed by 40 hexadecimal digits, deploy it on a devnet that runs or with Ignition, or add the name to plugs.contracts.',
      'Argument "plug": "M#Gretter" is neither an address nor the name of a contract. Did you mean Greeter? Known contracts: Greeter, Vault, Twin. The file a.json: it is not JSON. Give 0x followed by 40 hexadecimal digits, deploy it on a devnet that runs or with Ignition, or add the name to plugs.contracts.',
      'Argument "plug": "Elsewhere" is neither an address nor the name of a contract. Give 0x followed by 40 hexadecimal digits, deploy it on a devnet that runs or with Ignition, or add the name to plugs.contracts.',
      'Argument "plug": "Elsewhere" is neither an address nor the name of a contract. Known contracts: N0x, N1x, N2x, N3x, N4x, N5x, N6x, N7x, N8x, N9x, N10x, N11x, N12x, N13x, N14x, N15x, N16x, N17x, N18x, N19x. Give 0x followed by 40 hexadecimal digits, deploy it on a devnet that runs or with Ignition, or add the name to plugs.contracts.',
    ])
  })
})
