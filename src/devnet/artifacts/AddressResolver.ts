/** @generated from contracts/devnet/gateway/AddressResolver.sol by `npm run generate`. */
import type { Hex } from "viem"

export const addressResolverArtifact = {
  abi: [
    {"inputs":[{"internalType":"contract IWatcher","name":"watcher_","type":"address"},{"internalType":"contract IFeesManager","name":"feesManager_","type":"address"},{"internalType":"contract IAsyncDeployer","name":"asyncDeployer_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
    {"inputs":[],"name":"asyncDeployer__","outputs":[{"internalType":"contract IAsyncDeployer","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"feesManager__","outputs":[{"internalType":"contract IFeesManager","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"watcher__","outputs":[{"internalType":"contract IWatcher","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  ],
  bytecode: "0x60e060405234801561000f575f5ffd5b5060405161019d38038061019d83398101604081905261002e91610062565b6001600160a01b0392831660805290821660a0521660c0526100ac565b6001600160a01b038116811461005f575f5ffd5b50565b5f5f5f60608486031215610074575f5ffd5b835161007f8161004b565b60208501519093506100908161004b565b60408501519092506100a18161004b565b809150509250925092565b60805160a05160c05160cc6100d15f395f604201525f60aa01525f6084015260cc5ff3fe6080604052348015600e575f5ffd5b5060043610603a575f3560e01c80632a39e80114603e578063300bb06314608057806370568b581460a6575b5f5ffd5b60647f000000000000000000000000000000000000000000000000000000000000000081565b6040516001600160a01b03909116815260200160405180910390f35b60647f000000000000000000000000000000000000000000000000000000000000000081565b60647f00000000000000000000000000000000000000000000000000000000000000008156" as Hex,
} as const
