import type { PlugsConfig } from "../../../src/plugin/config/PlugsConfig.js"
import { createGatewayClient } from "../../../src/gateway/createGatewayClient.js"
import { createMessagingClient } from "../../../src/messaging/createMessagingClient.js"
import type { Clock } from "../../../src/primitives/clock.js"
import { createSwapClient } from "../../../src/swap/createSwapClient.js"
import { devnetGatewayUrl, devnetMessagingUrl, devnetSwapUrl } from "../../../src/plugin/config/resolvePlugs.js"
import { noTransaction } from "../../../src/plugin/connection/requireReachable.js"
import type { DoctorChain } from "../chains/DoctorChain.js"
import { type ApiProbe, createApiProbe } from "./ApiProbe.js"

/**
 * Creates a probe for each API of the configuration.
 *
 * @param options.chains the chains that are checked: the messaging API is asked about one of them
 * @param options.timeout milliseconds for the request
 */
export function createApiProbes(
  { messaging, gateway, swap, devnet }: PlugsConfig,
  { chains, clock, timeout }: { chains: readonly DoctorChain[]; clock: Clock; timeout: number },
): readonly ApiProbe[] {
  // The devnet knows its own chains, and the API of another system those of that.
  const isOnDevnet = messaging.baseUrl === devnetMessagingUrl(devnet.port)
  const asked = chains.find(({ isDevnet }) => isDevnet === isOnDevnet) ?? chains[0]
  const limits = { clock, timeout, totalTimeout: timeout, retries: 1 }
  return [
    createApiProbe({
      name: "messaging",
      devnetUrl: devnetMessagingUrl(devnet.port),
      ...{ ...messaging, clock },
      request: ({ apiKey = "", fetch }) =>
        createMessagingClient({ ...limits, baseUrl: messaging.baseUrl, apiKey, fetch }).getMessages({
          srcChainSlug: asked?.slug ?? 1,
          srcTxHash: noTransaction,
        }),
    }),
    createApiProbe({
      ...{ name: "gateway", baseUrl: gateway.baseUrl, devnetUrl: devnetGatewayUrl(devnet.port), clock },
      apiKey: undefined,
      request: ({ fetch }) =>
        createGatewayClient({ ...limits, baseUrl: gateway.baseUrl, fetch }).getTransaction({ txHash: noTransaction }),
    }),
    createApiProbe({
      ...{ name: "swap", baseUrl: swap.baseUrl, apiKey: swap.apiKey, devnetUrl: devnetSwapUrl(devnet.port), clock },
      request: ({ apiKey, fetch }) =>
        createSwapClient({
          ...{ ...limits, baseUrl: swap.baseUrl, affiliate: swap.affiliate },
          ...{ apiKey, fetch },
        }).getSupportedChains(),
    }),
  ]
}
