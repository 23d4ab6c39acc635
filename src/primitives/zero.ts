import type { Address, Hash } from "viem"

// viem has both, in a module that takes as long to load as a devnet to start.

export const zeroAddress: Address = `0x${"0".repeat(40)}`

export const zeroHash: Hash = `0x${"0".repeat(64)}`
