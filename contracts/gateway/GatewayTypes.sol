// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @dev Whether a deployed contract is connected to its app gateway with `initSocket`.
enum IsPlug {
    YES,
    NO
}

/// @dev Whether a call runs in the same batch as the call before it, whether or not that one is parallel.
enum Parallel {
    OFF,
    ON
}

/// @dev Whether a call only reads and thus needs no transaction.
enum Read {
    OFF,
    ON
}

/// @dev Finality that a write must reach before its result is used.
enum WriteFinality {
    LOW,
    MEDIUM,
    HIGH
}

/// @dev Type of a payload, as the gateway API names it. A SCHEDULE calls nothing and is done when its time has come.
enum CallType {
    READ,
    WRITE,
    DISTRIBUTE_FEE,
    WITHDRAW,
    DEPLOY,
    SCHEDULE
}

/// @dev Progress of a payload and its callback.
enum PromiseState {
    WAITING_FOR_CALLBACK_SELECTOR,
    WAITING_FOR_CALLBACK_EXECUTION,
    CALLBACK_REVERTING,
    ONCHAIN_REVERTING,
    RESOLVED
}

/// @dev Options of one call.
/// @param gasLimit Gas limit of the call on its chain; zero for the default. A read ignores it.
/// @param value Native value of the call on the target's chain, in wei.
/// @param readAtBlockNumber Block to read at; zero for the latest.
struct CallOptions {
    Read read;
    Parallel parallel;
    WriteFinality writeFinality;
    uint256 gasLimit;
    uint256 value;
    uint256 readAtBlockNumber;
}

/// @dev What `_setOverrides` and its siblings have set, as `getOverrideParams` returns it.
/// @param maxFees Maximum fees of a request, in credits.
/// @param consumeFrom Account whose credits pay.
/// @param sbType Type of the switchboard that deployed plugs are connected through.
struct OverrideParams {
    Read read;
    Parallel parallel;
    WriteFinality writeFinality;
    uint256 gasLimit;
    uint256 value;
    uint256 readAtBlockNumber;
    uint256 maxFees;
    address consumeFrom;
    bytes32 sbType;
}

/// @dev Switchboard type of plugs whose messages are attested quickly, the default.
bytes32 constant FAST = keccak256("FAST");

/// @dev A request, as `getRequestParams` of the watcher returns it. It is never stored.
/// @param appGateway The app gateway, or the account that withdraws.
/// @param consumeFrom Account whose credits pay.
/// @param fees Credits charged so far.
/// @param currentBatch The batch that runs.
// solhint-disable-next-line gas-struct-packing
struct RequestParams {
    address appGateway;
    address consumeFrom;
    uint256 maxFees;
    uint256 fees;
    uint40 currentBatch;
    bool isCancelled;
    bool isExecuted;
    bytes onCompleteData;
}

/// @dev A payload, as `getPayloadParams` of the watcher returns it.
/// @param digest What the watcher signs.
struct PayloadParams {
    bytes32 payloadId;
    uint40 requestCount;
    uint40 batchCount;
    CallType callType;
    uint256 gasLimit;
    uint256 value;
    bytes32 digest;
    PromiseState state;
}

/// @dev Permission for one app gateway to spend an account's credits; `approval` grants or revokes it.
struct AppGatewayApproval {
    address appGateway;
    bool approval;
}
