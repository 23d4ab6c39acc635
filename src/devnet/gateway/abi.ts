// Of the gateway's contracts what the observers and the actors use.

export const actorBatcherAbi = [
  {
    name: "tryAll",
    type: "function",
    stateMutability: "payable",
    inputs: [
      {
        type: "tuple[]",
        name: "calls",
        components: [
          { type: "address", name: "to" },
          { type: "uint256", name: "value" },
          { type: "uint256", name: "gas" },
          { type: "bytes", name: "data" },
        ],
      },
    ],
    outputs: [
      {
        type: "tuple[]",
        name: "outcomes",
        components: [
          { type: "bool", name: "success" },
          { type: "uint256", name: "gasUsed" },
          { type: "bytes", name: "revertData" },
        ],
      },
    ],
  },
  {
    name: "CallTried",
    type: "event",
    inputs: [
      { type: "uint256", name: "index" },
      { type: "bool", name: "success" },
      { type: "bytes", name: "revertData" },
    ],
  },
] as const

export const asyncDeployerAbi = [
  {
    name: "ForwarderDeployed",
    type: "event",
    inputs: [
      { type: "uint32", name: "chainSlug", indexed: true },
      { type: "address", name: "onChainAddress", indexed: true },
      { type: "address", name: "forwarder" },
    ],
  },
] as const

export const feesManagerAbi = [
  {
    name: "creditDeposit",
    type: "function",
    stateMutability: "nonpayable",
    inputs: [
      { type: "bytes32", name: "depositId" },
      { type: "uint32", name: "chainSlug" },
      { type: "address", name: "token" },
      { type: "address", name: "receiver" },
      { type: "uint256", name: "creditAmount" },
      { type: "uint256", name: "nativeAmount" },
    ],
    outputs: [],
  },
  {
    name: "CreditsDeposited",
    type: "event",
    inputs: [
      { type: "bytes32", name: "depositId", indexed: true },
      { type: "uint32", name: "chainSlug", indexed: true },
      { type: "address", name: "receiver", indexed: true },
      { type: "address", name: "token" },
      { type: "uint256", name: "creditAmount" },
      { type: "uint256", name: "nativeAmount" },
    ],
  },
] as const

export const feesPlugAbi = [
  {
    name: "FeesDeposited",
    type: "event",
    inputs: [
      { type: "address", name: "token" },
      { type: "address", name: "receiver" },
      { type: "uint256", name: "creditAmount" },
      { type: "uint256", name: "nativeAmount" },
    ],
  },
] as const

export const gatewaySocketAbi = [
  {
    name: "execute",
    type: "function",
    stateMutability: "payable",
    inputs: [
      {
        type: "tuple",
        name: "params",
        components: [
          { type: "bytes32", name: "payloadId" },
          { type: "address", name: "appGateway" },
          { type: "address", name: "target" },
          { type: "uint256", name: "value" },
          { type: "uint256", name: "gasLimit" },
          { type: "bytes", name: "callData" },
        ],
      },
      { type: "bytes", name: "proof" },
    ],
    outputs: [{ type: "bytes", name: "returnData" }],
  },
  {
    name: "PayloadExecuted",
    type: "event",
    inputs: [
      { type: "bytes32", name: "payloadId", indexed: true },
      { type: "bytes", name: "returnData" },
      { type: "uint256", name: "gasUsed" },
    ],
  },
  {
    name: "AppGatewayCallRequested",
    type: "event",
    inputs: [
      { type: "bytes32", name: "triggerId", indexed: true },
      { type: "bytes32", name: "appGatewayId", indexed: true },
      { type: "address", name: "plug", indexed: true },
      { type: "bytes", name: "payload" },
    ],
  },
] as const

export const watcherAbi = [
  {
    name: "finalize",
    type: "function",
    stateMutability: "nonpayable",
    inputs: [
      { type: "bytes32", name: "payloadId" },
      { type: "bytes", name: "proof" },
    ],
    outputs: [],
  },
  {
    name: "resolvePayload",
    type: "function",
    stateMutability: "nonpayable",
    inputs: [
      { type: "bytes32", name: "payloadId" },
      { type: "bytes4", name: "selector" },
      { type: "bytes", name: "data" },
      { type: "bytes", name: "returnData" },
      { type: "uint256", name: "gasUsed" },
    ],
    outputs: [],
  },
  {
    name: "markRevert",
    type: "function",
    stateMutability: "nonpayable",
    inputs: [
      { type: "bytes32", name: "payloadId" },
      { type: "bool", name: "isOnchain" },
      { type: "bytes", name: "revertData" },
    ],
    outputs: [],
  },
  {
    name: "resolveTimeout",
    type: "function",
    stateMutability: "nonpayable",
    inputs: [{ type: "bytes32", name: "timeoutId" }],
    outputs: [],
  },
  {
    name: "callAppGateway",
    type: "function",
    stateMutability: "nonpayable",
    inputs: [
      { type: "bytes32", name: "triggerId" },
      { type: "address", name: "appGateway" },
      { type: "uint32", name: "chainSlug" },
      { type: "address", name: "plug" },
      { type: "bytes", name: "payload" },
    ],
    outputs: [],
  },
  {
    name: "PayloadQueued",
    type: "event",
    inputs: [
      { type: "bytes32", name: "payloadId", indexed: true },
      { type: "uint40", name: "requestCount", indexed: true },
      { type: "address", name: "appGateway", indexed: true },
      { type: "uint40", name: "batchCount" },
      { type: "uint8", name: "callType" },
      { type: "uint32", name: "chainSlug" },
      { type: "address", name: "target" },
      { type: "bytes", name: "callData" },
      {
        type: "tuple",
        name: "options",
        components: [
          { type: "uint8", name: "read" },
          { type: "uint8", name: "parallel" },
          { type: "uint8", name: "writeFinality" },
          { type: "uint256", name: "gasLimit" },
          { type: "uint256", name: "value" },
          { type: "uint256", name: "readAtBlockNumber" },
        ],
      },
      { type: "bytes32", name: "contractId" },
    ],
  },
  {
    name: "CallbackSet",
    type: "event",
    inputs: [
      { type: "bytes32", name: "payloadId", indexed: true },
      { type: "bytes4", name: "selector" },
      { type: "bytes", name: "data" },
    ],
  },
  {
    name: "RequestSubmitted",
    type: "event",
    inputs: [
      { type: "uint40", name: "requestCount", indexed: true },
      { type: "address", name: "appGateway", indexed: true },
      { type: "address", name: "consumeFrom" },
      { type: "uint256", name: "maxFees" },
      { type: "uint32", name: "feePoolChain" },
      { type: "address", name: "feePoolToken" },
    ],
  },
  {
    name: "PayloadFinalized",
    type: "event",
    inputs: [
      { type: "bytes32", name: "payloadId", indexed: true },
      { type: "bytes32", name: "digest" },
      { type: "bytes", name: "proof" },
    ],
  },
  {
    name: "PayloadResolved",
    type: "event",
    inputs: [
      { type: "bytes32", name: "payloadId", indexed: true },
      { type: "uint40", name: "requestCount", indexed: true },
      { type: "uint256", name: "fee" },
    ],
  },
  {
    name: "PayloadReverted",
    type: "event",
    inputs: [
      { type: "bytes32", name: "payloadId", indexed: true },
      { type: "bool", name: "isOnchain" },
      { type: "bytes", name: "revertData" },
    ],
  },
  {
    name: "MaxFeesIncreased",
    type: "event",
    inputs: [
      { type: "uint40", name: "requestCount", indexed: true },
      { type: "uint256", name: "maxFees" },
    ],
  },
  { name: "RequestCancelled", type: "event", inputs: [{ type: "uint40", name: "requestCount", indexed: true }] },
  {
    name: "RequestSettled",
    type: "event",
    inputs: [
      { type: "uint40", name: "requestCount", indexed: true },
      { type: "uint256", name: "fee" },
    ],
  },
  {
    name: "TimeoutScheduled",
    type: "event",
    inputs: [
      { type: "bytes32", name: "timeoutId", indexed: true },
      { type: "address", name: "scheduler", indexed: true },
      { type: "address", name: "target", indexed: true },
      { type: "bytes", name: "payload" },
      { type: "uint256", name: "executeAt" },
    ],
  },
  { name: "TimeoutResolved", type: "event", inputs: [{ type: "bytes32", name: "timeoutId", indexed: true }] },
  {
    name: "TriggerHandled",
    type: "event",
    inputs: [
      { type: "bytes32", name: "triggerId", indexed: true },
      { type: "address", name: "appGateway", indexed: true },
    ],
  },
] as const
