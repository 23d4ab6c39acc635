import type { HardhatConfig } from "hardhat/types/config"

import { invalid } from "../arguments.js"
import { chainFields, type Numbered } from "./MockRoute.js"
import { findChain } from "#src/primitives/chains.js"

type PlugsConfig = HardhatConfig["plugs"]

/** What a mocked scenario needs of a project. */
export type MockedProject = {
  readonly networks: Readonly<Record<string, { readonly chainId?: number | undefined } | undefined>>
  readonly plugs: PlugsConfig
}

/** Makes a function that replaces the names of chains in an entry of a scenario by their numbers. */
export function createNumbered(
  project: MockedProject | undefined,
): <Entry extends object>(entry: Entry, index: number) => Numbered<Entry> {
  const numberOf = (name: string, argument: string, kind: "slug" | "chainId"): number => {
    if (project === undefined) {
      throw invalid(
        argument,
        `${name} is the name of a chain, and no project has it`,
        "Give mockApi(scenario, { hre }).",
      )
    }
    const { networks, plugs } = project
    const chains = Object.entries(plugs.chains).map(([known, chain]) => ({ name: known, ...chain }))
    const { slug, network } = findChain(chains, name, argument)
    return kind === "slug" ? slug : (networks[network]?.chainId ?? slug)
  }
  return (entry, index) => {
    const numbers = Object.entries(chainFields).flatMap(([field, kind]) => {
      const chain = (entry as Record<string, unknown>)[field]
      return typeof chain === "string" ? [[field, numberOf(chain, `entry ${index}.${field}`, kind)]] : []
    })
    return { ...entry, ...Object.fromEntries(numbers) } as Numbered<typeof entry>
  }
}

type Api = "messaging" | "gateway" | "swap"
type Mocks = { readonly [A in Api]: NonNullable<PlugsConfig[A]["mock"]> }

/** Has the clients of a project ask mocks instead of its APIs. Returns a function that ends it, if no other mock has come since. */
export function mockProject(plugs: PlugsConfig, mocks: Mocks): () => void {
  const blocks: { readonly [A in Api]: { mock?: object | undefined } } = plugs
  const apis = Object.keys(mocks) as Api[]
  for (const api of apis) blocks[api].mock = mocks[api]
  return () => {
    for (const api of apis) if (blocks[api].mock === mocks[api]) delete blocks[api].mock
  }
}
