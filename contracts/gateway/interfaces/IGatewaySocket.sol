// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @dev What the watcher signed off for a chain. `callData` is called on `target` with `value` and `gasLimit`.
struct ExecuteParams {
    bytes32 payloadId;
    address appGateway;
    address target;
    uint256 value;
    uint256 gasLimit;
    bytes callData;
}

/// @title The executor of a chain: what `socket__` is to a plug of an app gateway
/// @notice Runs payloads that the watcher signed off, each once. A call that it does not know itself is a trigger: the watcher
/// hands its calldata to the app gateway that the calling plug is connected to.
interface IGatewaySocket {
    /// @notice Connects the calling plug to its app gateway. Then no other app gateway can call it through this socket.
    function connect(bytes32 appGatewayId, address switchboard) external;

    /// @notice Runs a payload. Reverts with the target's own error when the target reverts, and can be tried again then.
    /// @param proof The watcher's signature over the payload's digest.
    /// @return returnData What the target returned, at most its first 4096 bytes; the same as in the event.
    function execute(
        ExecuteParams calldata params,
        bytes calldata proof
    ) external payable returns (bytes memory returnData);

    function chainSlug() external view returns (uint32);
    function payloadExecuted(bytes32 payloadId) external view returns (bool);
    function getPlugConfig(address plug) external view returns (bytes32 appGatewayId, address switchboard);

    /// @notice Whose payload runs now; zeros when none does.
    function currentPayload() external view returns (bytes32 payloadId, address appGateway);

    /// @dev keccak256(abi.encode(address socket, uint32 chainSlug, params.payloadId, params.appGateway, params.target, params.value, params.gasLimit, keccak256(params.callData)))
    function digestOf(ExecuteParams calldata params) external view returns (bytes32);

    /// @notice A payload ran, and its target did not revert. `returnData` goes to the callback; `gasUsed` is what the
    /// call took, and is charged.
    event PayloadExecuted(bytes32 indexed payloadId, bytes returnData, uint256 gasUsed);
    /// @notice A plug chose the app gateway that it obeys. `appGatewayId` is its address, padded on the left.
    event PlugConnected(address indexed plug, bytes32 indexed appGatewayId, address switchboard);
    /// @notice A plug triggered its app gateway: the watcher hands `payload`, a call's data, to it, once.
    event AppGatewayCallRequested(
        bytes32 indexed triggerId,
        bytes32 indexed appGatewayId,
        address indexed plug,
        bytes payload
    );

    /// @notice The payload ran before. Each runs once; look at its PayloadExecuted event.
    error PayloadAlreadyExecuted(bytes32 payloadId);
    /// @notice The signature is not the watcher's, or is over other parameters. Pass the parameters and the proof as
    /// PayloadQueued and PayloadFinalized have them.
    error InvalidProof();
    /// @notice The caller is connected to no app gateway, so it cannot trigger one. Call `initSocket` on the plug
    /// first. A misspelt function of the socket ends here, too.
    error PlugDisconnected();
    /// @notice The target obeys another app gateway, or is the socket itself. Call a plug of your own, or a contract
    /// that is no plug.
    error InvalidAppGateway(address target, address appGateway);
    /// @notice The transaction carries too little gas to give the target its gas limit. Send it with more gas, or set
    /// a lower `gasLimit` in the app gateway's overrides.
    error LowGasLimit();
    /// @notice The native value that came along is not what the payload carries. Send exactly `required` wei.
    error MsgValueMismatch(uint256 required, uint256 provided);
}
