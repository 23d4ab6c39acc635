import type { Gateway } from "../../devnet/gateway/openGateway.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import type { OpenWorld } from "../OpenWorld.js"

/**
 * The gateway of a world.
 *
 * @throws {InvalidInputError} the world has none
 */
export function gatewayOf({ gateway }: OpenWorld): Gateway {
  if (gateway !== undefined) return gateway
  throw new InvalidInputError({
    argument: "gateway",
    problem: "this world has no gateway",
    fix: "Start it with one: createWorld(hre, { gateway: true }).",
  })
}
