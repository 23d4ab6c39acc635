import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import pLimit from "p-limit"
import type { Address, Hex } from "viem"

import { addressesRows } from "./index.js"
import { deploymentFields, deploymentTable, showDeployments, throwMostSevere } from "./output/deployments.js"
import { createContractId, getDeployment, waitForDeployment } from "#src/gateway/following/waitForDeployment.js"
import type { Deployment } from "#src/gateway/index.js"
import { checkContractId } from "#src/gateway/wire/parameters.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { waitOptionsOf } from "#src/plugin/arguments/readArguments.js"
import type { Values } from "#src/plugin/arguments/rows.js"
import { gatewayChainOf } from "#src/plugin/config/chainsOf.js"
import { chainsFor } from "#src/plugin/connection/chains/askForChain.js"
import { openGateway, pollingIntervals, requireReachable } from "#src/plugin/connection/openClients.js"
import { type ContractBook, openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import { PartlyReadError, ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"

export default actionOf(addressesRows, async (args, hre, { terminal, signal, clock }) => {
  const { json } = args
  const { plugs } = hre.config
  const { chains, book, ...asked } = await findDeployments(hre, args)
  const { appGatewayAddress, contractId } = asked
  const client = await openGateway(plugs, { clock })
  const subject = { ...asked, signal }
  const lookUp = (chainSlug: number) => getDeployment(client, { ...subject, chainSlug })
  if (!args.wait) {
    const rows = await lookUpDeployments(chains, lookUp)
    const found = rows.map(({ deployment, ...row }) => ({
      ...row,
      deployment: deployment && deploymentFields(deployment),
    }))
    return {
      document: { appGatewayAddress, contractId, chains: found },
      report: () => deploymentTable(rows, book),
      error: deploymentsError(rows),
    }
  }

  for (const { slug } of chains.slice(0, 1)) await requireReachable(hre.config.plugs.gateway, () => lookUp(slug))
  const polling = { ...pollingIntervals(plugs.gateway), ...waitOptionsOf(args) }
  const waits = chains.map((chain) => ({
    chain,
    deployed: waitForDeployment(client, { ...subject, ...polling, chainSlug: chain.slug }),
  }))
  throwMostSevere(await showDeployments(waits, { terminal, json, clock, names: book }), terminal.err)
  return exitCodes.success
})

/** The deployment of a contract on one chain, or why it could not be read. */
type LookedUpDeployment = {
  readonly chain: ChainEntry
  readonly deployment: Deployment | null
  readonly error: PlugsError | null
}

/** The number of requests at the same time: enough to be fast without burdening an API. */
const atOnce = 8

/**
 * Looks up a contract on several chains. An error is kept in its row, and does not affect the others.
 *
 * @example
 * const rows = await lookUpDeployments(chains, (chainSlug) => getDeployment(client, { appGatewayAddress, contractId, chainSlug }))
 */
export async function lookUpDeployments(
  chains: readonly ChainEntry[],
  lookUp: (chainSlug: number) => Promise<Deployment>,
): Promise<LookedUpDeployment[]> {
  return await pLimit(atOnce).map(chains, async (chain) => {
    try {
      return { chain, deployment: await lookUp(chain.slug), error: null }
    } catch (error) {
      // Any other error is a bug, and does not belong in a table. After Ctrl-C there is no table.
      if (!isPlugsError(error) || error.code === "ABORTED") throw error
      return { chain, deployment: null, error }
    }
  })
}

/** The error with which a task ends that shows these deployments; `undefined` if all is well. */
export function deploymentsError(rows: readonly LookedUpDeployment[]): PlugsError | undefined {
  const stuck = rows.filter(({ deployment }) => deployment?.isStuck === true).map(({ chain }) => chain.name)
  if (stuck.length > 0) {
    return new ShownFailureError({
      message: `The deployment is stuck on ${stuck.join(", ")}.`,
      next: "It was requested over five minutes ago. npx hardhat gateway tx shows why, with the hash of its request.",
    })
  }
  const unread = rows.filter(({ error }) => error !== null).map(({ chain }) => chain)
  return unread.length === 0 ? undefined : new PartlyReadError(unread)
}

type AddressesQuestion = {
  readonly appGatewayAddress: Address
  readonly contractId: string
  readonly chains: readonly ChainEntry[]
  /** The transaction that requested the deployment, if it is given. */
  readonly txHash: Hex | undefined
  readonly book: ContractBook
}

/**
 * Finds which deployments are meant.
 *
 * @throws {InvalidInputError} an argument is wrong; the error names it
 */
async function findDeployments(
  hre: HardhatRuntimeEnvironment,
  { contract, tx, ...args }: Values<typeof addressesRows>,
): Promise<AddressesQuestion> {
  const book = await openContractBook(hre)
  const appGateway = await book.find(args.appGateway, { chain: gatewayChainOf(hre.config), argument: "appGateway" })
  const known = await chainsFor(hre, args.chains)
  return {
    appGatewayAddress: appGateway.address,
    contractId: /^0x/i.test(contract) ? checkContractId(contract, "--contract") : createContractId(contract),
    chains: [...new Set(args.chains.map((name) => findChain(known, name, "--chains")))],
    txHash: tx,
    book,
  }
}
