import type { Address } from "viem"

import type { DoctorChain } from "../chains/DoctorChain.js"

/** One end of a connection. */
export type PlugEnd = { readonly chain: DoctorChain; readonly address: Address }
