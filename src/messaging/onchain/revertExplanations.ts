import type { plugAbi, protocolErrorsAbi } from "./abi.js"
import type { gatewayAbi } from "./standard/gatewayMessage.js"
import { type ErrorText, helper, text } from "#src/primitives/errorText.js"

export type RevertExplanation = { readonly explanation: string; readonly next: ErrorText }

type ErrorIn<Abi extends readonly { type: string }[]> = Extract<Abi[number], { type: "error"; name: string }>["name"]

/** What to do when two plugs are not connected to each other. */
export const connectAdvice: ErrorText = text`Connect the plugs on both chains with ${helper("connectPlug")}. ${helper("checkConnection")} shows what is missing.`

/** Every error of plugs, of gateways and of the protocol's contracts, by its name. */
export const revertExplanations: Readonly<
  Record<ErrorIn<typeof protocolErrorsAbi> | ErrorIn<typeof plugAbi> | ErrorIn<typeof gatewayAbi>, RevertExplanation>
> = {
  // Sending a message
  InsufficientFees: {
    explanation: "The attached value is below what the messages cost.",
    next: "Attach at least the required fee and a margin: the fee can rise from one block to the next.",
  },
  PlugDisconnected: { explanation: "The plug has no sibling on the other chain.", next: connectAdvice },
  NotConnected: { explanation: "The plug has no sibling on that chain.", next: connectAdvice },
  PayloadTooLarge: {
    explanation: "The payload is longer than the execution manager allows: 3000 or 5000 bytes, by its version.",
    next: "Send less data, or split it into several messages.",
  },
  MsgValueTooLow: {
    explanation: "The message carries less native value than the minimum for the other chain.",
    next: "Raise the value in the execution parameters to at least msgValueMinThreshold of the execution manager.",
  },
  MsgValueTooHigh: {
    explanation: "The message carries more native value than the other chain allows, which is 0 until it is set.",
    next: "Lower the value in the execution parameters to at most msgValueMaxThreshold of the execution manager.",
  },
  FeesTooHigh: {
    explanation: "A fee does not fit into its type.",
    next: "Attach less. If the fee was set too high, have it set again by an account that may update fees.",
  },
  InvalidConnection: {
    explanation: "A switchboard has no path to the other chain.",
    next: "Check the switchboard's address, and that it has a path to that chain.",
  },

  // Sealing, proposing and attesting a packet
  InvalidCapacitorAddress: {
    explanation: "The address is not a capacitor of this socket.",
    next: "Use the capacitor that getPlugConfig returns for the plug that sent the message.",
  },
  InvalidCapacitorType: {
    explanation: "The socket makes no capacitors of this type.",
    next: "Register the switchboard with type 1, whose packets hold one message each.",
  },
  NoPendingPacket: {
    explanation: "The capacitor has no packet that waits to be sealed.",
    next: "Send a message first. If there was one, another account has sealed it.",
  },
  PacketLengthNotAllowed: {
    explanation: "The capacitor does not take packets of this many messages.",
    next: "Use a length from 1 to getMaxPacketLength of the capacitor.",
  },
  InvalidTransmitter: {
    explanation: "The signer is not a transmitter of this path, or has signed something else.",
    next: "Sign the seal digest of this packet with an account that has TRANSMITTER_ROLE for the other chain at the transmit manager.",
  },
  InvalidPacketId: {
    explanation: "The packet id is zero, or belongs to no packet here.",
    next: "Take the packet id from the socket's Sealed event on the source chain.",
  },
  InvalidRoot: {
    explanation: "The root is not the one that was proposed for this packet, or none was proposed.",
    next: "Propose the packet first, and take the root from the socket's PacketProposed event.",
  },
  AlreadyAttested: {
    explanation: "This watcher has attested this root already.",
    next: "Nothing is left to do for this watcher. attestations shows how many watchers have attested the root.",
  },
  WatcherNotFound: {
    explanation: "The signer is not a watcher of the source chain, or has signed something else.",
    next: "Sign the attest digest with an account that has WATCHER_ROLE for the source chain at this switchboard.",
  },
  WatcherFound: {
    explanation: "The account is a watcher of that chain already.",
    next: "Nothing is left to do: a watcher is counted once.",
  },
  InvalidNonce: {
    explanation: "The signed nonce is not the signer's next one.",
    next: "Read nextNonce of the signer at this contract, and sign again.",
  },
  InvalidSigLength: {
    explanation: "The signature is not 65 bytes long.",
    next: "Pass r, s and v in this order, 65 bytes in total.",
  },

  // Executing a message
  MessageAlreadyExecuted: {
    explanation: "The message has been delivered. Each message is delivered once.",
    next: "Nothing is left to do. Find the delivery by the socket's ExecutionSuccess event.",
  },
  LowGasLimit: {
    explanation: "The gas limit of the execution is below the one that the sender asked for.",
    next: "Execute with at least the message's minMsgGasLimit.",
  },
  ErrInSourceValidation: {
    explanation: "The message and the packet come from different chains.",
    next: "Execute the message with the packet that contains it.",
  },
  PacketNotProposed: {
    explanation: "The packet was not proposed for the inbound switchboard of the destination plug.",
    next: text`Propose it for that switchboard. If it was proposed for another one, the plugs use switchboards that do not fit: ${helper("checkConnection")} shows it.`,
  },
  NotExecutor: {
    explanation: "The signer is not an executor, or the two plugs are not connected to each other any more.",
    next: text`Sign the packed message with an account that has EXECUTOR_ROLE, and check the plugs with ${helper("checkConnection")}.`,
  },
  InsufficientMsgValue: {
    explanation: "The execution delivers less native value than the message promises.",
    next: "Attach the value that the message's execution parameters name.",
  },
  InvalidMsgValue: {
    explanation: "The attached value is not what the call takes.",
    next: "Attach exactly the value that the message or the withdrawal names.",
  },
  VerificationFailed: {
    explanation: "The switchboard does not allow the packet, or not yet.",
    next: "Wait for the watchers, or for the switchboard's timeout, and check that neither the switchboard nor the path is tripped.",
  },
  InvalidProof: {
    explanation: "The packet does not contain this message.",
    next: "Pass the message exactly as MessageOutbound logged it. The proof of a packet with one message is empty.",
  },

  // Roles and administration
  NoPermit: {
    explanation: "The account lacks a role.",
    next: "Have the owner grant the role to the account, or use an account that has it.",
  },
  InvalidRole: {
    explanation: "The role cannot be granted in this way.",
    next: "Grant watchers with grantWatcherRole, which also counts them.",
  },
  OnlyOwner: {
    explanation: "Only the owner of the contract may call this.",
    next: "Use the account that owner() returns.",
  },
  OnlyNominee: {
    explanation: "Only the account that was nominated as the next owner may call this.",
    next: "Use the account that nominee() returns, or have the owner nominate yours.",
  },
  OnlyExecutionManager: {
    explanation: "Only the execution manager may call this.",
    next: "Withdraw fees through the execution manager.",
  },
  UnequalArrayLengths: {
    explanation: "The lists are not equally long.",
    next: "Give one role, one chain and one account for each grant.",
  },
  SwitchboardExists: {
    explanation: "The switchboard has a path to that chain already.",
    next: "Nothing is left to register. Name another sibling with useSiblingSwitchboard.",
  },
  InvalidTokenAddress: {
    explanation: "There is no token at the address.",
    next: "Pass the address of a token's contract. The native token is 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE.",
  },
  ZeroAddress: { explanation: "An address is zero.", next: "Pass the address of the account or contract." },

  // Libraries of the protocol's contracts
  FailedCall: {
    explanation: "A payment or call to another contract failed without a reason.",
    next: "Check that the receiver accepts native tokens and has code if it is called.",
  },
  InsufficientBalance: {
    explanation: "The contract owns less than it has to pay.",
    next: "Withdraw at most the contract's balance.",
  },
  SafeERC20FailedOperation: {
    explanation: "The token refused a transfer.",
    next: "Check the token's address and the balance that the contract has of it.",
  },

  // Plug.sol
  OnlySocket: {
    explanation: "Only the socket may call inbound of a plug.",
    next: "Send a message to the plug. To simulate inbound, call it from the socket's address.",
  },
  NotASibling: {
    explanation: "The plug has no sibling on the chain that the message comes from.",
    next: text`${connectAdvice} Then the message can be delivered.`,
  },
  RefundFailed: {
    explanation: "The account that gets the refund did not accept what was attached above the fee.",
    next: "Attach exactly the fee, with a margin of 0, or let the sending contract receive native tokens.",
  },
  PaysFeesReentered: {
    explanation: "A function that pays fees was called while another one was running.",
    next: "Do not call one function with paysFees from another.",
  },
  MissingPaysFees: {
    explanation: "A function sends a message without the modifier paysFees.",
    next: "Add the modifier to the function of the plug.",
  },
  OwnableUnauthorizedAccount: {
    explanation: "The account does not own the contract.",
    next: "Use the account that owns the contract. A new owner has to call acceptOwnership first.",
  },

  // PlugsGateway.sol
  AlreadyLinked: {
    explanation: "The gateway has linked that chain already, and a link never changes.",
    next: "Use the gateway that is linked, or deploy a new one.",
  },
  IncompleteLink: {
    explanation: "The chain id or the gateway of the link is zero. A link cannot be removed.",
    next: "Name both.",
  },
  OwnChain: {
    explanation: "The chain id or the slug of the link is the gateway's own.",
    next: "Name those of the other chain.",
  },
  NotLinked: {
    explanation: "The gateway has no link to the recipient's chain.",
    next: "Have the gateway's owner link it, and check the chain id in the recipient's address.",
  },
  InvalidRecipient: {
    explanation: "The recipient is not an account of an EVM chain in the form of ERC-7930.",
    next: "Encode it with encodeInteroperableAddress.",
  },
  InvalidAttribute: {
    explanation: "An attribute of the message is malformed.",
    next: "Encode it with encodeRelayAttribute.",
  },
  RepeatedAttribute: { explanation: "An attribute of the message is given twice.", next: "Give it once." },
  UnsupportedAttribute: {
    explanation: "The gateway does not support an attribute of the message.",
    next: "Give requestRelay or none.",
  },
  ValueNotDelivered: {
    explanation: "The gateway delivers no native value to recipients.",
    next: "Pass 0 as value of requestRelay.",
  },
  UnusedValue: {
    explanation: "Value is attached to a message that asks for no delivery.",
    next: "Add the attribute requestRelay, or attach nothing and call relay.",
  },
  UnknownMessage: {
    explanation: "The gateway has sent no such message.",
    next: "Take id, sender, recipient and payload from its event MessageSent.",
  },
  AlreadyReceived: {
    explanation: "The recipient has received the message. Each is received once.",
    next: "Nothing is left to do.",
  },
  TooLittleGas: {
    explanation: "The recipient would get less gas than the message promises.",
    next: "Execute it with more gas.",
  },
  NotAccepted: {
    explanation: "The recipient did not return the selector of receiveMessage, so it has not accepted the message.",
    next: "Change the recipient, or send to a contract that receives messages of ERC-7786.",
  },
  AddressEmptyCode: {
    explanation: "There is no contract at the address that is called.",
    next: "Send to a contract, and check its chain.",
  },
}
