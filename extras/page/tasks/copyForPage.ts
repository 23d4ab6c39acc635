import type { ArtifactManager } from "hardhat/types/artifacts"
import type { Abi, Address, Hex } from "viem"

import { writeJourney } from "#extras/page/src/journey/writeJourney.js"
import { type BuiltContract, keyOf, writeChain } from "#extras/page/src/journey/writeRequest.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import type { JourneyEntry } from "#src/devnet/journeyLog.js"
import { switchboardsIn } from "#src/devnet/messaging/paths.js"
import type { OpenDevnet } from "#src/devnet/openDevnet.js"
import { numberChains } from "#src/devnet/options.js"
import { decodeRevert } from "#src/messaging/onchain/decodeRevert.js"
import { devnetSwitchboardKinds } from "#src/messaging/switchboardKinds.js"
import type { WorldOptions } from "#src/testing/World.js"

type Opened = Pick<OpenDevnet<string, boolean, boolean>, "devnet" | "accounts" | "gateway">

export type CopyForPageOptions = {
  /** The id of a message, or the count of a request. */
  readonly id: string
  readonly entries: readonly JourneyEntry[]
  readonly opened: Opened
  readonly artifacts: Pick<ArtifactManager, "getAllFullyQualifiedNames" | "readArtifact">
  /** What the devnet was started with that it does not tell. */
  readonly options?: Pick<WorldOptions, "optimisticTimeout" | "executionRetries">
}

/** Writes how a message or a request of a devnet came to where it is as a test file of the project. */
export async function copyForPage({ id, entries, opened, artifacts, options }: CopyForPageOptions): Promise<string> {
  const { devnet, accounts, gateway } = opened
  const chains = Object.values(devnet.chains)
  const all = [...chains, ...(gateway === undefined ? [] : [gateway.chain])]
  const built = await readBuilt(artifacts)
  const known = chains.map(({ name, contracts }) => {
    return [name, { socket: contracts.socket, ...switchboardsIn(contracts) }] as const
  })
  const names = [
    ...known,
    ...(gateway === undefined ? [] : [[gateway.chain.name, gateway.contracts] as const]),
  ].flatMap(([chain, contracts]) =>
    Object.entries(contracts).map(
      ([name, address]) => [keyOf(chain, address), `${writeChain(chain)}.contracts.${name}`] as const,
    ),
  )
  return await writeJourney({
    ...{ id, entries, built },
    options: { ...optionsOf(opened, entries), ...options },
    accounts: Object.fromEntries(all.map(({ name, accounts: [first] }) => [name, first as Address])),
    actors: new Set(
      Object.values(accounts)
        .flat()
        .map(({ address }) => address.toLowerCase()),
    ),
    created: await readCreated(entries, all),
    addresses: new Map(names),
    reasonOf: (data) =>
      decodeRevert(
        data,
        built.map(({ abi }) => abi),
      )?.reason,
  })
}

/** The options of a world that is like the devnet, as far as they are not the default. */
function optionsOf({ devnet, accounts }: Opened, entries: readonly JourneyEntry[]): WorldOptions {
  const chains = Object.values(devnet.chains).map(({ name, chainId, slug }) => ({ name, chainId, slug }))
  const names = chains.map(({ name }) => name)
  const isPlain = numberChains(names).every(
    ({ slug, chainId }, at) => slug === chains[at]?.slug && chainId === chains[at].chainId,
  )
  const paths = devnet.paths.filter(({ kinds }) => kinds.length < devnetSwitchboardKinds.length)
  const ofMarket = JSON.stringify(devnet.market ?? {}).match(/(?<="0x)[0-9a-fA-F]{40}(?=")/g) ?? []
  const requests = JSON.stringify(entries.filter(({ kind }) => kind === "request")).toLowerCase()
  return {
    chains: isPlain ? names : chains,
    ...(paths.length === 0 ? {} : { paths }),
    ...(accounts.watchers.length === 1 ? {} : { watchers: accounts.watchers.length }),
    ...(ofMarket.some((address) => requests.includes(address.toLowerCase())) ? { market: true } : {}),
  }
}

async function readBuilt(artifacts: CopyForPageOptions["artifacts"]): Promise<readonly BuiltContract[]> {
  const all = [...(await artifacts.getAllFullyQualifiedNames())]
  const count = Map.groupBy(all, (name) => name.replace(/^.*:/s, ""))
  return await Promise.all(
    all.map(async (fullName) => {
      const { contractName, abi, bytecode } = await artifacts.readArtifact(fullName)
      return { name: count.get(contractName)?.length === 1 ? contractName : fullName, abi: abi as Abi, bytecode }
    }),
  )
}

/** Where transactions have deployed contracts. One that a reorg has dropped has deployed none. */
async function readCreated(
  entries: readonly JourneyEntry[],
  chains: readonly Pick<LocalChain, "name" | "publicClient">[],
): Promise<ReadonlyMap<unknown, Address>> {
  const created = new Map<unknown, Address>()
  for (const entry of entries) {
    if (entry.kind !== "request" || !/^0x[0-9a-f]{64}$/.test(String(entry.answer))) continue
    const chain = chains.find(({ name }) => name === entry.chain)
    const read = chain?.publicClient.getTransactionReceipt({ hash: entry.answer as Hex })
    const address = (await read?.catch(() => undefined))?.contractAddress
    if (address !== undefined && address !== null) created.set(entry.answer, address)
  }
  return created
}
