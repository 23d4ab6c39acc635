import { expect } from "chai"
import type { HardhatUserConfig } from "hardhat/config"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { type TrustedContracts, trustedContracts } from "#extras/swap/src/plugin/trustedContracts.js"
import { devnetSwapRouter } from "#src/devnet/addresses.js"
import hardhatPlugs from "#src/index.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { failure } from "#test/fixtures/failure.js"
import { dai, usdc } from "#test/fixtures/wire/swapRoutes.js"

/** The contracts that swaps may use on a chain of a project. */
async function allOn(name: string, config: HardhatUserConfig, ...added: Address[]): Promise<TrustedContracts> {
  const hre = await createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs], ...config })
  const chain = chainsOf(hre.config.plugs).find((each) => each.name === name)
  return await trustedContracts(chain!, hre.config, added)
}
async function trustedOn(...project: Parameters<typeof allOn>): Promise<object> {
  const { allowedTargets, allowedSpenders } = await allOn(...project)
  return { allowedTargets, allowedSpenders }
}
const only = (...list: string[]): object => ({ allowedTargets: list, allowedSpenders: list })

describe("trustedContracts", () => {
  it("are the devnet's router on the devnet's chains", async () => {
    expect(await trustedOn("alpha", {})).to.deep.equal(only(devnetSwapRouter))
    expect(
      await trustedOn("xai", { plugs: { devnet: { chains: ["red", { name: "xai", chainId: 7 }] } } }),
    ).to.deep.equal(only(devnetSwapRouter))
    const proxy = { networks: { alpha: { type: "http", url: "http://localhost:1234" } } } as const
    expect(await trustedOn("alpha", proxy)).to.deep.equal(only(devnetSwapRouter))
    const here = (chainId: number) => ({ networks: { alpha: { type: "edr-simulated", chainId } } }) as const
    expect(await trustedOn("alpha", here(41_001)), "in this process").to.deep.equal(only(devnetSwapRouter))
    expect(await trustedOn("alpha", here(1))).to.deep.equal(only())
  })

  const impostors: Readonly<Record<string, readonly [name: string, config: HardhatUserConfig]>> = {
    "has the name of a devnet's chain and a network elsewhere": [
      "alpha",
      { networks: { alpha: { type: "http", url: "https://rpc.example" } } },
    ],
    "has the name of a devnet's chain and another slug": ["alpha", { plugs: { chains: { alpha: { slug: 5 } } } }],
    "has the name of a devnet's chain and another chain id": [
      "alpha",
      { networks: { alpha: { type: "http", url: "http://127.0.0.1:8545", chainId: 1 } } },
    ],
    "has the devnet's numbers and another name": [
      "mine",
      {
        networks: { mine: { type: "http", url: "http://127.0.0.1:8545" } },
        plugs: { chains: { mine: { slug: 41001 } } },
      },
    ],
    "has no network": ["far", { plugs: { chains: { far: { slug: 5 } } } }],
  }
  for (const [what, [name, config]] of Object.entries(impostors)) {
    it(`are none on a chain that ${what}`, async () => {
      expect(await trustedOn(name, config)).to.deep.equal(only())
    })
  }

  it("have a router whose calldata is known on the devnet's chains alone, besides those of the configuration", async () => {
    expect(Object.keys((await allOn("alpha", {})).routers)).to.deep.equal([devnetSwapRouter])
    for (const [name, config] of Object.values(impostors)) {
      expect((await allOn(name, config)).routers).to.deep.equal({})
    }
    const functions = { swap: { to: "receiver", token: "outputToken" } } as const
    const inputs = [
      { name: "to", type: "address" },
      { name: "token", type: "address" },
    ]
    const abi = [{ type: "function", name: "swap", stateMutability: "payable", inputs, outputs: [] }] as const
    const routers = { alpha: { [dai]: { abi, functions } } }
    const known = (await allOn("alpha", { plugs: { swap: { routers } } })).routers
    expect(Object.keys(known)).to.have.members([devnetSwapRouter, dai])
  })

  it("are deposit addresses only if they are listed as such, whatever else is listed or added", async () => {
    const swap = { chains: { alpha: { allowedTargets: [dai], allowedDeposits: [usdc] } } } as const
    expect((await allOn("alpha", {}, dai)).allowedDeposits).to.deep.equal([])
    expect((await allOn("alpha", { plugs: { swap } }, dai)).allowedDeposits).to.deep.equal([usdc])
  })

  it("are what the configuration says, and what is added", async () => {
    const swap = (alpha: object): HardhatUserConfig => ({ plugs: { swap: { chains: { alpha } } } })
    expect(await trustedOn("alpha", swap({ allowedTargets: [dai.toLowerCase()] }))).to.deep.equal(only(dai))
    expect(await trustedOn("alpha", swap({ allowedTargets: [] }))).to.deep.equal(only())
    expect(
      await trustedOn("alpha", swap({ allowedTargets: [dai], allowedSpenders: [usdc] }), devnetSwapRouter),
    ).to.deep.equal({ allowedTargets: [dai, devnetSwapRouter], allowedSpenders: [usdc, devnetSwapRouter] })
    const wrong = dai.replace("e7f", "E7f") as typeof dai
    const { message } = await failure(trustedOn("alpha", swap({ allowedTargets: [wrong] })))
    expect(message).to.match(/^Setting "config\.plugs\.swap\.chains\.alpha\.allowedTargets\[0\]": .*checksum/)
    for (const name of ["allowedSpenders", "allowedDeposits"]) {
      expect(await failure(trustedOn("alpha", swap({ [name]: [usdc, wrong] })))).to.include({
        argument: `config.plugs.swap.chains.alpha.${name}[1]`,
      })
    }
  })
})
