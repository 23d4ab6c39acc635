import { decodeRevertData } from "../../../primitives/revertData.js"
import type { Attempt } from "../../gateway/ledger/records.js"
import { gatewayErrorsAbi } from "./gatewayErrorsAbi.js"

/**
 * Why a trial failed, as the gateway API gives it: in words where the compiler's or the gateway's own errors say it, otherwise as the
 * revert data itself, which whoever knows the contract can decode. Undefined when nothing reverts.
 */
export function revertOnTheWire({ outcome, revertData }: Attempt): string | undefined {
  if (outcome !== "SIMULATION_FAILED") return undefined
  const data = revertData ?? "0x"
  const { name, reason } = decodeRevertData(data, [gatewayErrorsAbi])
  // A reason without letters would read as none.
  return name === undefined || reason === "" ? data : reason
}
