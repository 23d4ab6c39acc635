/** @generated from contracts/devnet/market/MarketReader.sol by `npm run generate`. */
import type { Hex } from "viem"

import { readBytecode } from "../chain/readBytecode.js"

export const marketReaderArtifact = {
  abi: [
    {"inputs":[{"components":[{"internalType":"address","name":"to","type":"address"},{"internalType":"bytes","name":"data","type":"bytes"}],"internalType":"struct MarketReader.View[]","name":"views","type":"tuple[]"}],"name":"readAll","outputs":[{"components":[{"internalType":"bool","name":"success","type":"bool"},{"internalType":"bytes","name":"data","type":"bytes"}],"internalType":"struct MarketReader.Result[]","name":"results","type":"tuple[]"}],"stateMutability":"view","type":"function"},
  ],
  get bytecode(): Hex {
    return readBytecode(new URL("./bytecode.json", import.meta.url), "MarketReader")
  },
} as const
