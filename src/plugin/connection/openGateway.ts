import { createGatewayClient, type GatewayClient } from "../../gateway/index.js"
import type { PlugsConfig } from "../config/PlugsConfig.js"

/** A client of the configured gateway API. */
export function openGateway({ gateway }: PlugsConfig): GatewayClient {
  return createGatewayClient({ baseUrl: gateway.baseUrl })
}
