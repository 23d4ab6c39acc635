/** @generated from contracts/gateway/samples/GatewayCounter.sol by `npm run generate`. */
import type { Hex } from "viem"

export const gatewayCounterArtifact = {
  abi: [
    {"inputs":[],"name":"NotSocket","type":"error"},
    {"inputs":[],"name":"SocketAlreadyInitialized","type":"error"},
    {"anonymous":false,"inputs":[{"indexed":false,"internalType":"uint256","name":"amount","type":"uint256"},{"indexed":false,"internalType":"uint256","name":"counter","type":"uint256"}],"name":"Increased","type":"event"},
    {"inputs":[{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"add","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"appGatewayId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"counter","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"bytes32","name":"appGatewayId_","type":"bytes32"},{"internalType":"address","name":"socket","type":"address"},{"internalType":"address","name":"switchboard","type":"address"}],"name":"initSocket","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"socket__","outputs":[{"internalType":"contract IGatewaySocket","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  ],
  bytecode: "0x6080604052348015600e575f5ffd5b506102838061001c5f395ff3fe608060405234801561000f575f5ffd5b5060043610610055575f3560e01c80631003e2d2146100595780631c335f491461006e57806361bc221a1461008a578063a07d854514610093578063c6a261d2146100a6575b5f5ffd5b61006c6100673660046101f3565b6100d0565b005b61007760015481565b6040519081526020015b60405180910390f35b61007760025481565b61006c6100a1366004610225565b610150565b5f546100b8906001600160a01b031681565b6040516001600160a01b039091168152602001610081565b5f546001600160a01b031633146100fa57604051633167e3df60e21b815260040160405180910390fd5b8060025f82825461010b919061025e565b90915550506002546040805183815260208101929092527f30845c3e9107632fad0d79850bbf4bad84d533879c7068c957ca3851510d5281910160405180910390a150565b5f546001600160a01b0316156101785760405162c9500b60e81b815260040160405180910390fd5b5f80546001600160a01b0319166001600160a01b0384811691821790925560018590556040516359def0d560e11b81526004810186905291831660248301529063b3bde1aa906044015f604051808303815f87803b1580156101d8575f5ffd5b505af11580156101ea573d5f5f3e3d5ffd5b50505050505050565b5f60208284031215610203575f5ffd5b5035919050565b80356001600160a01b0381168114610220575f5ffd5b919050565b5f5f5f60608486031215610237575f5ffd5b833592506102476020850161020a565b91506102556040850161020a565b90509250925092565b8082018082111561027d57634e487b7160e01b5f52601160045260245ffd5b9291505056" as Hex,
} as const
