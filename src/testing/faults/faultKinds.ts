import type { FaultKinds } from "./FaultKind.js"
import { cutApi, failingApi, limitedApi, slowApi, staleApi } from "./kinds/apiFaults.js"
import { risingGasPrice, skewedClock, stoppedChain } from "./kinds/chainFaults.js"
import { outOfGas } from "./kinds/outOfGas.js"
import { down, shuffled, slow } from "./kinds/partFaults.js"
import { forgedProposals, misdirectedProposals } from "./kinds/proposalFaults.js"
import { reorg } from "./kinds/reorg.js"
import { risingFees } from "./kinds/risingFees.js"
import { trip } from "./kinds/trip.js"
import { doubledAttestations, lateAttestations, missingAttestations } from "./kinds/watcherFaults.js"

/** What each fault does. */
export const faultKinds: FaultKinds = {
  down,
  slow,
  missingAttestations,
  lateAttestations,
  doubledAttestations,
  forgedProposals,
  misdirectedProposals,
  shuffled,
  outOfGas,
  trip,
  reorg,
  risingFees,
  risingGasPrice,
  stoppedChain,
  skewedClock,
  slowApi,
  staleApi,
  limitedApi,
  failingApi,
  cutApi,
}
