import type { HookContext } from "hardhat/types/hooks"
import type { NetworkConnection } from "hardhat/types/network"
import type { Address } from "viem"

import { gatewayChainOf, maxGasCostOn, slugOf } from "../config/chainsOf.js"
import { readGasLimits } from "../config/gasLimits.js"
import { connectionChain, devnetContract } from "./chains/connectionChain.js"
import type { ChainReference, ConnectionGateway } from "./ConnectionPlugs.js"
import { openGateway, openOnce, pollingIntervals } from "./openClients.js"
import { devnetFeesPlug, devnetFeeToken } from "#src/devnet/addresses.js"
import { lazily, subscribeLazily } from "#src/primitives/lifetime/lazily.js"

/** Binds app gateways to a connection. Heavy modules are imported by the first call that needs them. */
export function createConnectionGateway(
  connection: NetworkConnection<string>,
  project: HookContext,
): ConnectionGateway {
  const { plugs: config, networks } = project.config
  const actions = lazily(() => import("#src/gateway/index.js"))
  const api = openOnce(
    () => config.gateway,
    () => openGateway(config),
  )
  const clients = lazily(() => import("./chains/clientsOf.js"))
  const reader = lazily(async () => (await clients()).publicClientOf(connection))
  const wallet = lazily(async () => (await clients()).walletClientOf(connection))
  const contracts = lazily(() => import("./gatewayContracts.js"))
  const feesManager = lazily(async () => (await contracts()).feesManagerOf(config, await reader()))
  const openOwn = async () => (await import("./chains/openChains.js")).openChains(project, { own: { connection } })
  const forwarderContracts = lazily(async () => {
    await using chains = await openOwn()
    return await (await contracts()).forwarderContractsOf(config, async () => (await chains.gateway()).client)
  })
  const isDevnet = config.gateway.deployment === "devnet"
  const ownFeesPlug = async (): Promise<Address> => {
    if (isDevnet) return onDevnet(devnetFeesPlug, "feesPlug")
    const { slug } = connectionChain(connection, config)
    return (await (await contracts()).feesPlugOf(config, await reader(), slug)) ?? onDevnet(devnetFeesPlug, "feesPlug")
  }
  const ownGatewaySlug = async (): Promise<number> => {
    const { gatewayDeploymentOf } = await import("../config/deployments.js")
    const deployment = isDevnet ? undefined : await gatewayDeploymentOf(config)
    return deployment?.gateway.slug ?? (await (await reader()).getChainId())
  }

  const onChain = <P extends { chainSlug: ChainReference }>(
    parameters: P,
  ): Omit<P, "chainSlug"> & { chainSlug: number } => ({
    ...parameters,
    chainSlug: slugOf(parameters.chainSlug, "chainSlug", config),
  })
  const onDevnet = (address: Address, argument: string): Address =>
    devnetContract(connection, config, { address, argument })
  const polled = <P extends object>(parameters: P) => ({ ...pollingIntervals(config.gateway), ...parameters })

  return {
    getTransaction: async (parameters) => (await api()).getTransaction(parameters),
    getPayload: async (parameters) => (await api()).getPayload(parameters),
    getTriggers: async (parameters) => (await api()).getTriggers(parameters),
    getTimeouts: async (parameters) => (await api()).getTimeouts(parameters),
    getAddresses: async (parameters) => (await api()).getAddresses(onChain(parameters)),
    getForwarder: async (parameters) => (await api()).getForwarder(onChain(parameters)),
    async *watchTransaction(parameters) {
      yield* (await actions()).watchTransaction(await api(), polled(parameters))
    },
    waitForTransaction: async (parameters) => (await actions()).waitForTransaction(await api(), polled(parameters)),
    onTransaction(parameters, onStep, onError) {
      return subscribeLazily(async () => {
        const [{ onTransaction }, client] = await Promise.all([actions(), api()])
        return () => onTransaction(client, polled(parameters), onStep, onError)
      }, onError)
    },
    async *watchTimeouts(parameters) {
      yield* (await actions()).watchTimeouts(await api(), polled(parameters))
    },
    waitForTimeout: async (parameters) => (await actions()).waitForTimeout(await api(), polled(parameters)),
    waitForDeployment: async (parameters) =>
      (await actions()).waitForDeployment(await api(), polled(onChain(parameters))),
    explainTransaction: async (parameters) => {
      const { explainOnGateway } = await import("./explaining/explainOnGateway.js")
      await using chains = await openOwn()
      return await explainOnGateway(project, chains, { ...parameters, api: await api() })
    },
    getContracts: forwarderContracts,
    predictForwarderAddress: async ({ chainSlug, onChainAddress }) => {
      const { addressResolver, asyncDeployer: deployer, forwarderBeacon } = await forwarderContracts()
      const where = { chainSlug: slugOf(chainSlug, "chainSlug", config), onChainAddress }
      return (await actions()).predictForwarderAddress({ ...where, addressResolver, deployer, forwarderBeacon })
    },
    depositCredits: async ({ feesPlug, token, ...parameters }) =>
      (await actions()).depositCredits(await reader(), await wallet(), {
        ...readGasLimits({}, { maxGasCost: maxGasCostOn([connection.networkName], config) }),
        ...parameters,
        feesPlug: feesPlug ?? (await ownFeesPlug()),
        token: token ?? onDevnet(devnetFeeToken, "token"),
      }),
    wrapCredits: async (parameters) =>
      (await actions()).wrapCredits(await reader(), await wallet(), {
        ...readGasLimits({}, gatewayChainOf({ networks, plugs: config })),
        ...parameters,
        feesManager: await feesManager(),
      }),
    signAppGatewayApproval: async ({ gatewaySlug, ...parameters }) =>
      (await actions()).signAppGatewayApproval(await wallet(), {
        ...parameters,
        feesManager: await feesManager(),
        gatewaySlug: gatewaySlug ?? (await ownGatewaySlug()),
      }),
    getAvailableCredits: async ({ account }) =>
      (await actions()).getAvailableCredits(await reader(), { account, feesManager: await feesManager() }),
    waitForCredits: async (parameters) => {
      const subject = { ...polled(parameters), feesManager: await feesManager() }
      return (await actions()).waitForCredits(await reader(), subject)
    },
  }
}
