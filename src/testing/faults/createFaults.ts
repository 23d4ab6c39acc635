import type { OpenWorld } from "../world/OpenWorld.js"
import { faultsOf } from "./faultList.js"
import { faults, type FaultSpec } from "./faults.js"
import type { Fault, FaultData, WorldFaults } from "./WorldFaults.js"

/** Makes `world.faults`: each function is `apply` with its arguments as data. */
export function createFaults(opened: () => OpenWorld): WorldFaults {
  const begin = (data: FaultData): Fault => faultsOf(opened()).begin(data).fault
  const beginAndWait = async (data: FaultData): Promise<Fault> => {
    const { fault, begun } = faultsOf(opened()).begin(data)
    await begun
    return fault
  }
  const functions = Object.entries<FaultSpec>(faults).map(([fault, { subject, sendsTransactions }]) => {
    const beginIt = sendsTransactions === true ? beginAndWait : begin
    const dataOf = (first: unknown, second?: object): object =>
      subject === undefined ? { ...(first as object), fault } : { ...second, fault, [subject]: first }
    return [fault, (first?: unknown, second?: object) => beginIt(dataOf(first, second) as FaultData)] as const
  })
  return {
    ...(Object.fromEntries(functions) as unknown as WorldFaults),
    apply: beginAndWait,
    active: () => faultsOf(opened()).active(),
    clear: () => faultsOf(opened()).clear(),
  }
}
