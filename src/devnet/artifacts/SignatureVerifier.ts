/** @generated from contracts/devnet/messaging/SignatureVerifier.sol by `npm run generate`. */
import type { Hex } from "viem"

import { readBytecode } from "../chain/readBytecode.js"

export const signatureVerifierArtifact = {
  abi: [
    {"inputs":[{"internalType":"bytes32","name":"digest_","type":"bytes32"},{"internalType":"bytes","name":"signature_","type":"bytes"}],"name":"recoverSigner","outputs":[{"internalType":"address","name":"signer","type":"address"}],"stateMutability":"pure","type":"function"},
  ],
  get bytecode(): Hex {
    return readBytecode(new URL("./bytecode.json", import.meta.url), "SignatureVerifier")
  },
} as const
