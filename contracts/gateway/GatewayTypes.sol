// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @dev Whether a deployed contract is to be connected to its app gateway with `initSocket`.
enum IsPlug {
    YES,
    NO
}

/// @dev Whether a call shares a batch with the call before it.
enum Parallel {
    OFF,
    ON
}

/// @dev Whether a call only reads, and so needs no transaction.
enum Read {
    OFF,
    ON
}

/// @dev How settled a write must be before its result is used.
enum WriteFinality {
    LOW,
    MEDIUM,
    HIGH
}

/// @dev What a payload is, in the words of the gateway API.
enum CallType {
    READ,
    WRITE,
    DISTRIBUTE_FEE,
    WITHDRAW,
    DEPLOY
}

/// @dev How far a payload and its callback have come.
enum PromiseState {
    WAITING_FOR_CALLBACK_SELECTOR,
    WAITING_FOR_CALLBACK_EXECUTION,
    CALLBACK_REVERTING,
    ONCHAIN_REVERTING,
    RESOLVED
}

/// @dev How one call is to be made.
/// @param gasLimit Gas for the call on its chain; zero for the default.
/// @param value Native tokens of the target's chain that go with the call.
/// @param readAtBlockNumber Block to read at; zero for the latest.
struct CallOptions {
    Read read;
    Parallel parallel;
    WriteFinality writeFinality;
    uint256 gasLimit;
    uint256 value;
    uint256 readAtBlockNumber;
}

/// @dev One app gateway that an account lets spend its credits, or no longer lets.
struct AppGatewayApproval {
    address appGateway;
    bool approval;
}
