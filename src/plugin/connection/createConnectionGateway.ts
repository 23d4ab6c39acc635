import type { NetworkConnection } from "hardhat/types/network"
import type { Address } from "viem"

import { devnetFeesPlug, devnetFeeToken } from "../../devnet/addresses.js"
import type { PlugsConfig } from "../config/PlugsConfig.js"
import type { ChainReference, ConnectionGateway } from "./ConnectionPlugs.js"
import { lazily } from "./lazily.js"
import { onlyOnDevnet } from "./onlyOnDevnet.js"
import { pollingOf } from "./pollingOf.js"
import { readReference } from "./readReference.js"
import { startLater } from "./startLater.js"

/** Binds the gateway to a connection. What is heavy is imported by the first call that needs it. */
export function createConnectionGateway(connection: NetworkConnection<string>, config: PlugsConfig): ConnectionGateway {
  const actions = lazily(() => import("../../gateway/index.js"))
  const api = lazily(async () => (await import("./openGateway.js")).openGateway(config))
  const clients = lazily(() => import("./clientsOf.js"))
  const reader = lazily(async () => (await clients()).publicClientOf(connection))
  const wallet = lazily(async () => (await clients()).walletClientOf(connection))
  const contracts = async () => (await import("./gatewayContractsOf.js")).gatewayContractsOf(config)
  const feesManager = lazily(
    async () => (await (await actions()).getGatewayContracts(await reader(), await contracts())).feesManager,
  )

  const onChain = <P extends { chainSlug: ChainReference }>(
    parameters: P,
  ): Omit<P, "chainSlug"> & { chainSlug: number } => ({
    ...parameters,
    chainSlug: readReference(parameters.chainSlug, "chainSlug", config),
  })
  const ofDevnet = (address: Address, argument: string): Address =>
    onlyOnDevnet(connection, config, { address, argument })
  const watched = <P extends object>(parameters: P) => ({ ...pollingOf(config.gateway), ...parameters })

  return {
    getTransaction: async (parameters) => (await api()).getTransaction(parameters),
    getTimeouts: async (parameters) => (await api()).getTimeouts(parameters),
    getAddresses: async (parameters) => (await api()).getAddresses(onChain(parameters)),
    getForwarder: async (parameters) => (await api()).getForwarder(onChain(parameters)),
    async *watchTransaction(parameters) {
      yield* (await actions()).watchTransaction(await api(), watched(parameters))
    },
    waitForTransaction: async (parameters) => (await actions()).waitForTransaction(await api(), watched(parameters)),
    onTransaction(parameters, onStep, onError) {
      return startLater(async () => {
        const [{ onTransaction }, client] = await Promise.all([actions(), api()])
        return () => onTransaction(client, watched(parameters), onStep, onError)
      }, onError)
    },
    async *watchTimeouts(parameters) {
      yield* (await actions()).watchTimeouts(await api(), watched(parameters))
    },
    waitForTimeout: async (parameters) => (await actions()).waitForTimeout(await api(), watched(parameters)),
    waitForDeployment: async (parameters) =>
      (await actions()).waitForDeployment(await api(), watched(onChain(parameters))),
    predictForwarderAddress: async ({ chainSlug, onChainAddress }) => {
      const { addressResolver, asyncDeployer: deployer, forwarderBeacon } = await contracts()
      const where = { chainSlug: readReference(chainSlug, "chainSlug", config), onChainAddress }
      return (await actions()).predictForwarderAddress({ ...where, addressResolver, deployer, forwarderBeacon })
    },
    depositCredits: async ({ feesPlug, token, ...parameters }) =>
      (await actions()).depositCredits(await reader(), await wallet(), {
        ...parameters,
        feesPlug: feesPlug ?? ofDevnet(devnetFeesPlug, "feesPlug"),
        token: token ?? ofDevnet(devnetFeeToken, "token"),
      }),
    getAvailableCredits: async ({ account }) =>
      (await actions()).getAvailableCredits(await reader(), { account, feesManager: await feesManager() }),
    waitForCredits: async (parameters) => {
      const subject = { ...watched(parameters), feesManager: await feesManager() }
      return (await actions()).waitForCredits(await reader(), subject)
    },
  }
}
