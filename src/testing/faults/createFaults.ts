import type { OpenWorld } from "../world/OpenWorld.js"
import type { FaultData, FaultName } from "./FaultData.js"
import { faultsOf } from "./faultList.js"
import type { Fault, WorldFaults } from "./WorldFaults.js"

/** Makes `world.faults`: each function is `apply` with its arguments as data. */
export function createFaults(opened: () => OpenWorld): WorldFaults {
  const begin = (data: FaultData): Fault => faultsOf(opened()).begin(data).fault
  const beginAndWait = async (data: FaultData): Promise<Fault> => {
    const { fault, begun } = faultsOf(opened()).begin(data)
    await begun
    return fault
  }

  const ofPart = (fault: "down" | "slow") => (part: string, options?: object) =>
    begin({ ...options, fault, part } as FaultData)
  const ofAny = (fault: FaultName) => (options?: object) => begin({ ...options, fault } as FaultData)
  const ofChain = (fault: FaultName) => (chain: string, options?: object) =>
    begin({ ...options, fault, chain } as FaultData)
  const ofApi = (fault: FaultName) => (api: string, options?: object) => begin({ ...options, fault, api } as FaultData)

  return {
    down: ofPart("down"),
    slow: ofPart("slow"),
    missingAttestations: ofAny("missingAttestations"),
    lateAttestations: ofAny("lateAttestations"),
    doubledAttestations: ofAny("doubledAttestations"),
    forgedProposals: ofAny("forgedProposals"),
    misdirectedProposals: ofAny("misdirectedProposals"),
    shuffled: ofAny("shuffled"),
    outOfGas: ofAny("outOfGas"),
    trip: async (chain, options) => beginAndWait({ ...options, fault: "trip", chain }),
    reorg: ofChain("reorg"),
    risingFees: ofChain("risingFees"),
    risingGasPrice: ofChain("risingGasPrice"),
    stoppedChain: async (chain) => beginAndWait({ fault: "stoppedChain", chain }),
    skewedClock: async (chain, options) => beginAndWait({ ...options, fault: "skewedClock", chain }),
    slowApi: ofApi("slowApi"),
    staleApi: ofApi("staleApi"),
    limitedApi: ofApi("limitedApi"),
    failingApi: ofApi("failingApi"),
    cutApi: ofApi("cutApi"),
    apply: beginAndWait,
    active: () => faultsOf(opened()).active(),
    clear: () => faultsOf(opened()).clear(),
  }
}
