import type { RevertGuide } from "../../onchain/callErrors.js"
import { plugAbi, protocolErrorsAbi } from "./abi.js"

/** What to do about a plug that has no sibling. */
export const connectIt = "Connect the plug, on both chains, with connectPlug; checkConnection tells what is missing."

/** What plugs and the protocol's contracts revert with. */
export const protocolReverts: RevertGuide = {
  abis: [plugAbi, protocolErrorsAbi],
  advice: new Map([
    ["NotConnected", connectIt],
    ["PlugDisconnected", connectIt],
    ["InvalidConnection", "Check the switchboard's address, and that it has a path to that chain."],
    [
      "InsufficientFees",
      "Attach at least what is required, with a margin: the fee can rise from one block to the next.",
    ],
  ]),
}
