/** @generated from contracts/devnet/messaging/SignatureVerifier.sol by `npm run generate`. */
import { type ContractArtifact, createArtifact } from "../chain/readBytecode.js"

const abi = [
  {"inputs":[{"internalType":"bytes32","name":"digest_","type":"bytes32"},{"internalType":"bytes","name":"signature_","type":"bytes"}],"name":"recoverSigner","outputs":[{"internalType":"address","name":"signer","type":"address"}],"stateMutability":"pure","type":"function"},
] as const

export const signatureVerifierArtifact: ContractArtifact<typeof abi> = createArtifact(import.meta.url, "SignatureVerifier", abi)
