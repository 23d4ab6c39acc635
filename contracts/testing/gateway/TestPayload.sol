// SPDX-License-Identifier: MIT
// solhint-disable gas-struct-packing
pragma solidity ^0.8.21;

import {CallOptions, CallType} from "../../gateway/GatewayTypes.sol";
import {IGatewaySocket} from "../../gateway/interfaces/IGatewaySocket.sol";
import {IDevnetFeeToken} from "../devnet/IDevnetGateway.sol";

/// @dev A chain that the gateway of a test serves.
/// @param token Token that pays fees there, with 18 decimals. Anybody may mint it.
struct GatewayChain {
    string name;
    uint32 slug;
    IGatewaySocket socket;
    address contractFactory;
    IDevnetFeeToken token;
    address feesPlug;
}

/// @dev How far a payload has come.
enum PayloadStage {
    QUEUED,
    FINALIZED,
    EXECUTED,
    RESOLVED
}

/// @dev A call, read, deployment or schedule that an app gateway queued.
/// @param batchCount Payloads of a request with the same batch run in parallel, later batches wait.
/// @param callbackSelector Function of the app gateway that gets the result; zero if none does.
/// @param executeAt When a schedule is due, in Unix seconds; zero before its batch begins.
/// @param revertData What the last step that failed reverted with; empty once a step succeeds.
/// @param failedAt The stage that the payload had when a step failed: FINALIZED if it reverts on its chain, EXECUTED if
/// its callback does, QUEUED if the watcher refused it.
struct TestPayload {
    bytes32 payloadId;
    uint40 requestCount;
    address appGateway;
    uint40 batchCount;
    CallType callType;
    uint32 chainSlug;
    address target;
    bytes callData;
    CallOptions options;
    bytes4 callbackSelector;
    bytes callbackData;
    bytes returnData;
    uint256 gasUsed;
    uint256 executeAt;
    PayloadStage stage;
    bool hasFailed;
    PayloadStage failedAt;
    bytes revertData;
}

/// @dev A timeout that was set, or a trigger of a plug.
/// @param dueAt When it may run, in Unix seconds; zero for a trigger.
/// @param plug Plug that triggers its app gateway; zero for a timeout.
/// @param target Contract on the gateway chain that is called with `callData`.
/// @param revertData What the last attempt reverted with.
struct TestCall {
    bytes32 callId;
    uint256 dueAt;
    uint32 chainSlug;
    address plug;
    address target;
    bytes callData;
    bool isDone;
    bool hasFailed;
    bytes revertData;
}
