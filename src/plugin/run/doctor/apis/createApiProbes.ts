import type { PlugsConfig } from "../../../config/PlugsConfig.js"
import { createGatewayClient } from "../../../../gateway/index.js"
import { createMessagingClient } from "../../../../messaging/index.js"
import type { Clock } from "../../../../primitives/clock.js"
import { createSwapClient } from "../../../../swap/index.js"
import { devnetGatewayUrl, devnetMessagingUrl, devnetSwapUrl } from "../../../config/defaults.js"
import { noTransaction } from "../../../connection/requireReachable.js"
import { type ApiProbe, createApiProbe } from "./ApiProbe.js"

/**
 * Creates a probe for each API of the configuration.
 *
 * @param options.slug a chain to ask the messaging API about
 * @param options.timeout milliseconds for the request
 */
export function createApiProbes(
  { messaging, gateway, swap, devnet }: PlugsConfig,
  { slug, clock, timeout }: { slug: number; clock: Clock; timeout: number },
): readonly ApiProbe[] {
  const limits = { clock, timeout, totalTimeout: timeout, retries: 1 }
  return [
    createApiProbe({
      name: "messaging",
      devnetUrl: devnetMessagingUrl(devnet.port),
      ...{ ...messaging, clock },
      request: ({ apiKey = "", fetch }) =>
        createMessagingClient({ ...limits, baseUrl: messaging.baseUrl, apiKey, fetch }).getMessages({
          srcChainSlug: slug,
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
