import { decodeRevertData } from "../../../primitives/reverts/decodeRevertData.js"
import type { Attempt } from "../../gateway/ledger/types.js"
import { gatewayErrorsAbi } from "./gatewayErrorsAbi.js"

/**
 * Formats why an attempt failed, for the gateway API: as text if it is an error of the compiler or of the gateway, otherwise as
 * revert data, which can be decoded with the contract's ABI. Returns `undefined` if the attempt did not fail.
 */
export function revertOnTheWire({ outcome, revertData }: Attempt): string | undefined {
  if (outcome !== "SIMULATION_FAILED") return undefined
  const data = revertData ?? "0x"
  const { name, reason } = decodeRevertData(data, [gatewayErrorsAbi])
  // An empty reason would look as if nothing had reverted.
  return name === undefined || reason === "" ? data : reason
}
