import type { Devnet } from "./Devnet.js"
import { openDevnet } from "./openDevnet.js"
import type { StartDevnetOptions } from "./options.js"

/**
 * Starts a devnet in this process: local chains with the messaging protocol, a gateway on a chain of its own, a market on every other
 * chain, the actors that move messages, payloads and routes, and the three APIs on one loopback port.
 *
 * @throws {PortBusyError} something else listens on the port
 * @throws {InvalidInputError} fewer than two chains, chains with the same name, slug or id, the gateway chain included, a path that cannot
 * be, a number that is out of range, or a malformed allowed origin
 * @throws {StateInUseError} another devnet keeps its chains in the folder `state`
 * @throws {StateMismatchError} the folder was made with other options or contracts
 * @throws {StateDamagedError} the folder cannot be read, or its records make other blocks than they made then
 * @example
 * await using devnet = await startDevnet()
 * const { alpha, beta } = devnet.chains
 * const messaging = createMessagingClient(devnet.messaging)
 * const gateway = createGatewayClient(devnet.gateway)
 */
export async function startDevnet<
  const Name extends string = "alpha" | "beta",
  const WithGateway extends boolean = true,
  const WithMarket extends boolean = true,
>(options: StartDevnetOptions<Name, WithGateway, WithMarket> = {}): Promise<Devnet<Name, WithGateway, WithMarket>> {
  const { devnet } = await openDevnet(options)
  return devnet
}
