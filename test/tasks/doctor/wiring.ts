import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"
import { isAddress } from "viem"

import type { ContractBook } from "#src/plugin/contracts/ContractBook.js"
import type { DoctorChain } from "#tasks/doctor/subjects/DoctorChain.js"
import { readDoctorWiring } from "#tasks/doctor/wiring.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { at } from "#test/fixtures/wire/addresses.js"

const chainOf = (name: string) => ({ name, slug: name.length }) as unknown as DoctorChain
const votes = { contracts: { alpha: "Hub", beta: at(2), gamma: at(3) } }

/** Reads the wiring of a project that has contracts with these names, as far as it is on these chains. */
async function read({
  wiring,
  file,
  names = ["alpha", "beta", "gamma"],
  find = (name) => Promise.resolve({ address: isAddress(name) ? name : at(name.length) }),
}: {
  readonly wiring?: object
  /** A wiring of a file at the root. */
  readonly file?: object
  readonly names?: readonly string[]
  readonly find?: (name: string) => Promise<object>
}) {
  await using folder = await temporaryFolder()
  if (file !== undefined) await writeFile(path.join(folder.path, "wiring.json"), JSON.stringify(file))
  const env = wiring === undefined ? {} : { PLUGS_TEST_WIRING: JSON.stringify(wiring) }
  const hre = await createHardhatRuntimeEnvironment(
    projectConfig({ ...{ PLUGS_TEST_PORT: "1", PLUGS_TEST_ARTIFACTS: "none" }, ...env }),
  )
  const config = { ...hre.config, paths: { ...hre.config.paths, root: folder.path } }
  const book = { find } as unknown as ContractBook
  const { plugs, pairs, command, problem } = await readDoctorWiring({ config }, book, names.map(chainOf))
  return {
    plugs: plugs.map(({ application, chain, address }) => [application, chain.name, Number(address)]),
    pairs: pairs.map((pair) => pair.map(({ chain, address }) => [chain.name, Number(address)])),
    ...{ command, problem },
  }
}

const apply = "npx hardhat messaging wire --apply"

describe("the wiring that the doctor holds connections to", () => {
  it("is that of the configuration, or of a file at the root, which its command names", async () => {
    const [hub, beta, gamma] = [
      ["alpha", 3],
      ["beta", 2],
      ["gamma", 3],
    ]
    const found = {
      plugs: [hub, beta, gamma].map((end) => ["votes", ...end]),
      pairs: [
        [hub, beta],
        [hub, gamma],
        [beta, gamma],
      ],
      ...{ command: apply, problem: undefined },
    }
    expect(await read({ wiring: { votes } })).to.deep.equal(found)
    expect(await read({ file: { votes } })).to.deep.equal({ ...found, command: `${apply} --file wiring.json` })
    const star = await read({ wiring: { votes: { ...votes, talk: { hub: "alpha" } } } })
    expect(star.pairs).to.deep.equal(found.pairs.slice(0, 2))
    expect(await read({})).to.deep.equal({ plugs: [], pairs: [], command: apply, problem: undefined })
  })

  it("leaves out what is on chains that are not examined", async () => {
    expect(await read({ wiring: { votes }, names: ["beta", "alpha"] })).to.deep.include({
      plugs: [
        ["votes", "beta", 2],
        ["votes", "alpha", 3],
      ],
      pairs: [
        [
          ["alpha", 3],
          ["beta", 2],
        ],
      ],
    })
    expect(await read({ wiring: { votes }, names: ["beta"] })).to.deep.include({
      plugs: [["votes", "beta", 2]],
      pairs: [],
    })
  })

  it("is nothing where it is wrong, or names a contract that is not known, with the reason", async () => {
    const nothing = { plugs: [], pairs: [], command: apply }
    const { problem: wrong, ...rest } = await read({ wiring: { votes: { contracts: {} } } })
    expect(rest).to.deep.equal(nothing)
    expect(wrong).to.have.property("code", "INVALID_INPUT")
    const unknown = new Error("no such contract")
    expect(await read({ wiring: { votes }, find: () => Promise.reject(unknown) })).to.deep.equal({
      ...{ ...nothing, problem: unknown },
    })
  })
})
