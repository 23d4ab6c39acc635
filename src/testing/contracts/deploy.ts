import type { Abi, Address } from "viem"
import { getContract } from "viem"

import type { DevnetChain } from "../../devnet/Devnet.js"
import { connectPlug } from "../../messaging/onchain/connectPlug.js"
import type { OpenWorld } from "../OpenWorld.js"
import { createSend } from "./send.js"
import type { ArgsFor, ContractName, DeployContext, WorldContract } from "./WorldContract.js"

/** Deploys a contract of the project on a chain of the world. */
export async function deploy<Name extends ContractName>(
  world: OpenWorld,
  chain: DevnetChain<boolean>,
  contractName: Name,
  args: ArgsFor<Name>,
): Promise<WorldContract<Name>> {
  const artifact = await world.hre.artifacts.readArtifact(contractName)
  const abi = artifact.abi as Abi
  const { walletClient, publicClient } = chain
  const values = typeof args === "function" ? args(contextOf(chain)) : args
  const hash = await walletClient.deployContract({ abi, bytecode: artifact.bytecode, args: values })
  const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash })
  const address = contractAddress as Address
  world.registry.add({ name: contractName, chain: chain.name, address, abi })
  const contract = getContract({ abi, address, client: { public: publicClient, wallet: walletClient } })
  return {
    ...contract,
    contractName,
    chainName: chain.name,
    chainId: chain.chainId,
    slug: chain.slug,
    send: createSend(world, chain, { address, abi }),
  } as unknown as WorldContract<Name>
}

/** Connects every two plugs to each other, through the switchboard of their path. */
export async function connectAll(world: OpenWorld, plugs: readonly WorldContract[]): Promise<void> {
  const { chains } = world.devnet
  for (const plug of plugs) {
    const chain = chains[plug.chainName] as DevnetChain<boolean>
    for (const sibling of plugs) {
      if (sibling === plug) continue
      await connectPlug(chain.publicClient, chain.walletClient, {
        plug: plug.address,
        siblingChainSlug: sibling.slug,
        sibling: sibling.address,
        switchboard: chain.contracts.switchboard,
      })
    }
  }
}

function contextOf({ name, chainId, slug, accounts, contracts }: DevnetChain<boolean>): DeployContext {
  const { socket, switchboard } = contracts
  return { socket, switchboard, owner: accounts[0] as Address, accounts, chain: name, chainId, slug }
}
