import { type Address, parseEther } from "viem"

import { accessAbi, fastSwitchboardAbi, optimisticSwitchboardAbi } from "./abis.js"
import type { ForkClients } from "./openTestedChain.js"
import { accounts, idOf } from "./signatures.js"

/** A chain that no deployment knows, so that nothing is set for it and nobody else has a role for it. */
export const siblingSlug = 4_100_000_007

const owned = ["socket", "executionManager", "transmitManager", "fastSwitchboard", "optimisticSwitchboard"] as const
type Owned = (typeof owned)[number]

/** Lets the suite send from an account, and gives the account ether. */
export async function impersonate({ testClient }: Pick<ForkClients, "testClient">, address: Address): Promise<Address> {
  await testClient.impersonateAccount({ address })
  await testClient.setBalance({ address, value: parseEther("1000000") })
  return address
}

/**
 * Makes the suite's account the owner of each contract, by impersonating the owners, so no key of the deployment is needed.
 * Grants the roles of the other accounts and opens the path to {@link siblingSlug}.
 */
export async function prepareRoles(
  clients: ForkClients,
  contracts: Readonly<Record<Owned, { readonly address: Address }>>,
): Promise<void> {
  const { at, mined } = clients
  const { governor, guard, treasurer, executor, feesUpdater, transmitter, watcher } = accounts
  const account = accounts.owner.address

  for (const contract of owned) {
    const access = at(accessAbi, contracts[contract].address)
    const owner = await impersonate(clients, await access.read.owner())
    await mined(access.write.nominateOwner([account], { account: owner }))
    await mined(access.write.claimOwner({ account }))
  }

  const grant = async (contract: Owned, role: string, grantee: { address: Address }): Promise<void> => {
    const access = at(accessAbi, contracts[contract].address)
    await mined(access.write.grantRole([idOf(role), grantee.address], { account }))
  }
  const grantForSibling = async (contract: Owned, role: string, grantee: { address: Address }) => {
    const access = at(accessAbi, contracts[contract].address)
    await mined(access.write.grantRoleWithSlug([idOf(role), siblingSlug, grantee.address], { account }))
  }

  await grant("socket", "GOVERNANCE_ROLE", governor)
  await grant("socket", "RESCUE_ROLE", treasurer)
  await grant("executionManager", "EXECUTOR_ROLE", executor)
  await grant("executionManager", "WITHDRAW_ROLE", treasurer)
  await grant("transmitManager", "WITHDRAW_ROLE", treasurer)
  await grantForSibling("executionManager", "FEES_UPDATER_ROLE", feesUpdater)
  await grantForSibling("transmitManager", "FEES_UPDATER_ROLE", feesUpdater)
  await grantForSibling("transmitManager", "TRANSMITTER_ROLE", transmitter)
  for (const contract of ["fastSwitchboard", "optimisticSwitchboard"] as const) {
    await grant(contract, "GOVERNANCE_ROLE", governor)
    await grant(contract, "TRIP_ROLE", guard)
    await grant(contract, "UN_TRIP_ROLE", guard)
    await grant(contract, "WITHDRAW_ROLE", treasurer)
    await grantForSibling(contract, "FEES_UPDATER_ROLE", feesUpdater)
    await mined(
      at(optimisticSwitchboardAbi, contracts[contract].address).write.registerSiblingSlug(
        [siblingSlug, 1n, 1n, 0n, account],
        { account: governor.address },
      ),
    )
  }
  await mined(
    at(fastSwitchboardAbi, contracts.fastSwitchboard.address).write.grantWatcherRole([siblingSlug, watcher.address], {
      account,
    }),
  )
  await grantForSibling("optimisticSwitchboard", "WATCHER_ROLE", watcher)
}
