import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"
import { getAddress } from "viem"

import { readContracts } from "#extras/audit/tasks/judge.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { ignitionProject } from "#test/fixtures/projects/ignitionProject.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { at } from "#test/fixtures/wire/addresses.js"

const abi = [{ type: "function", name: "vote", inputs: [], outputs: [], stateMutability: "nonpayable" }] as const

describe("the contracts by which the calls of a batch are read", () => {
  it("are the project's own of each chain, with their names and ABIs, and none of which a name says nothing", async () => {
    const artifact = { contractName: "Hub", abi }
    await using project = await ignitionProject([
      { chainId: 41_001, id: "M#Hub", address: at(0xb1), artifact },
      { chainId: 41_002, id: "M#Hub", address: at(0xb2), artifact },
      { chainId: 41_001, id: "N#Twin", address: at(0xb3) },
      { chainId: 41_001, id: "O#Twin", address: at(0xb4) },
    ])
    const contracts = JSON.stringify({ Vault: { alpha: at(0xb5) }, Twin: { alpha: at(0xb6) } })
    const hre = await createHardhatRuntimeEnvironment(
      projectConfig({
        ...{ PLUGS_TEST_PORT: "1", PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ARTIFACTS: "none" },
        PLUGS_TEST_CONTRACTS: contracts,
      }),
      {},
      project.path,
    )
    const contractOf = await readContracts(hre, chainsOf(hre.config.plugs))
    const known = (slug: number, number: number) => {
      const { name, abi: found } = contractOf(slug, getAddress(at(number)))
      return [name, found]
    }
    expect(known(41_001, 0xb1)).to.deep.equal(["Hub", abi])
    expect(known(41_002, 0xb2)).to.deep.equal(["Hub", abi])
    expect([known(41_001, 0xb2), known(41_002, 0xb1)]).to.deep.equal([
      [undefined, undefined],
      [undefined, undefined],
    ])
    expect(known(41_001, 0xb5)).to.deep.equal(["Vault", undefined])
    expect(known(41_001, 0xb3)).to.deep.equal(["N#Twin", undefined])
    expect(known(41_001, 0xb6)).to.deep.equal([undefined, undefined])
  })
})
