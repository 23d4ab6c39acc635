import { adoptProtocol } from "./adoptProtocol.js"
import type { DeployedChain } from "./DeployedChain.js"
import { type ForkNode, openForkNode } from "./openForkNode.js"
import type { ForkPoint } from "#src/devnet/chain/fork.js"
import type { AdoptProtocol } from "#src/devnet/messaging/adoption.js"
import type { DevnetPath } from "#src/devnet/messaging/paths.js"
import type { ForkRequest, NumberedChain, StartDevnetOptions } from "#src/devnet/options.js"
import { UnknownDeploymentError } from "#src/messaging/deployments/deploymentErrors.js"
import { findDeployment, switchboardsTo } from "#src/messaging/deployments/findDeployment.js"
import { devnetSwitchboardKinds } from "#src/messaging/switchboardKinds.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** A chain to fork, at a block that is known, and how its messaging contracts are taken over. */
type FoundFork = NumberedChain & { readonly fork: ForkPoint; readonly adopt: AdoptProtocol }

/** Forks between which messages are carried. */
export type FoundForks = {
  readonly chains: readonly FoundFork[]
  readonly paths: readonly DevnetPath[]
  /** Ends the reading of the chains. What was recorded is kept if the forks were of use. */
  readonly close: ForkNode["close"]
}

/**
 * Finds where each fork begins, and the messaging contracts of its chain.
 *
 * @throws {InvalidInputError} only some chains are forks, an option needs chains of the devnet's own, or a node is one of another chain
 * @throws {UnknownDeploymentError} no contracts are given, and none are known on a chain
 * @throws {NodeFailedError} a node does not answer
 */
export async function findForks(
  chains: readonly NumberedChain[],
  options: StartDevnetOptions<string, boolean, boolean>,
): Promise<FoundForks> {
  checkForks(chains, options)
  const deployed = await Promise.all(
    chains.map(async ({ fork, ...chain }) => {
      const { deployment = await findDeployment(chain.chainId) } = fork as ForkRequest
      if (deployment === undefined) throw new UnknownDeploymentError({ chainId: chain.chainId })
      return { ...chain, deployment }
    }),
  )
  const nodes = await openNodes(chains)
  const found = deployed.map((own, index): FoundFork => {
    const { deployment, ...chain } = own
    const siblings = deployed.filter((other) => other !== own)
    const adopt: AdoptProtocol = (opened, accounts) => adoptProtocol(opened, { deployment, siblings, accounts })
    return { ...chain, fork: nodes[index] as ForkNode, adopt }
  })
  return {
    chains: found,
    paths: pathsBetween(deployed),
    close: async (options) => {
      await Promise.all(nodes.map((node) => node.close(options)))
    },
  }
}

/** Opens what each fork reads its chain from, or none. */
async function openNodes(chains: readonly NumberedChain[]): Promise<readonly ForkNode[]> {
  const opened = await Promise.allSettled(chains.map((chain) => openForkNode(chain, chain.fork as ForkRequest)))
  const nodes = opened.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))
  const failed = opened.find(({ status }) => status === "rejected") as PromiseRejectedResult | undefined
  if (failed === undefined) return nodes
  await Promise.all(nodes.map((node) => node.close({ isKept: false })))
  throw failed.reason
}

/** A fork refuses what it takes from the contracts of its chain, and what needs contracts beside them. */
function checkForks(chains: readonly NumberedChain[], options: StartDevnetOptions<string, boolean, boolean>): void {
  const own = chains.filter(({ fork }) => fork === undefined).map(({ name }) => name)
  if (own.length > 0) {
    throw refuse("fork", `${own.join(", ")} would be beside forks, whose contracts do not know it`, "Fork all or none")
  }
  for (const name of ["gateway", "market"] as const) {
    if (options[name] !== false) throw refuse(name, "forks have none", `Give ${name}: false`)
  }
  for (const name of ["paths", "optimisticTimeout", "state"] as const) {
    if (options[name] === undefined) continue
    const problem = name === "state" ? "forks are not kept" : "forks have what the contracts of their chains say"
    throw refuse(name, problem, "Leave it out")
  }
}

/** The paths that the switchboards of forks make between them. */
function pathsBetween(forks: readonly DeployedChain[]): readonly DevnetPath[] {
  const leads = (one: DeployedChain, other: DeployedChain, kind: string): boolean =>
    switchboardsTo(one.deployment, other.slug).some((board) => board.kind === kind)
  return forks.flatMap((one, index) =>
    forks.slice(index + 1).map((other): DevnetPath => {
      const kinds = devnetSwitchboardKinds.filter((kind) => leads(one, other, kind) && leads(other, one, kind))
      return { between: [one.name, other.name], kinds }
    }),
  )
}

function refuse(argument: string, problem: string, fix: string): InvalidInputError {
  return new InvalidInputError({ argument, problem, fix: `${fix}.` })
}
