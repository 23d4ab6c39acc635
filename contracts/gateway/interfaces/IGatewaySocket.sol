// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @dev Payload that the watcher finalized for a chain. The socket calls `target` with `callData`, `value` and
/// `gasLimit`.
struct ExecuteParams {
    bytes32 payloadId;
    address appGateway;
    address target;
    uint256 value;
    uint256 gasLimit;
    bytes callData;
}

/// @title The executor of a chain, which plugs of app gateways know as `socket__`
/// @notice Executes payloads that the watcher finalized, each once. A call to any other function is a trigger: the
/// watcher passes its calldata to the app gateway that the calling plug is connected to.
interface IGatewaySocket {
    /// @notice Connects the calling plug to its app gateway. No other app gateway can then call it through this socket.
    function connect(bytes32 appGatewayId, address switchboard) external;

    /// @notice Disconnects the calling plug from its app gateway. Any app gateway can then call it through this socket,
    /// as it can call any contract that is not a plug.
    function disconnect() external;

    /// @notice Executes a payload. If the target reverts, it reverts with the target's error, and the payload can be
    /// retried.
    /// @param params The payload.
    /// @param proof The watcher's signature over the payload's digest.
    /// @return returnData The first 4096 bytes, at most, of what the target returned, as in the event.
    function execute(
        ExecuteParams calldata params,
        bytes calldata proof
    ) external payable returns (bytes memory returnData);

    /// @notice Returns this chain's slug.
    function chainSlug() external view returns (uint32);
    /// @notice Returns whether a payload was executed.
    function payloadExecuted(bytes32 payloadId) external view returns (bool);
    /// @notice Returns the app gateway and switchboard that a plug is connected to; zeros if it is not connected.
    function getPlugConfig(address plug) external view returns (bytes32 appGatewayId, address switchboard);

    /// @notice Returns the payload that is being executed and its app gateway; zeros if none is.
    function currentPayload() external view returns (bytes32 payloadId, address appGateway);

    /// @notice Returns the digest that the watcher signs.
    /// @dev keccak256(abi.encode(address socket, uint32 chainSlug, params.payloadId, params.appGateway, params.target,
    /// params.value, params.gasLimit, keccak256(params.callData)))
    function digestOf(ExecuteParams calldata params) external view returns (bytes32);

    /// @notice Emitted when a payload was executed and its target did not revert. The callback receives `returnData`.
    /// `gasUsed` is the gas that the call used, for which the request is charged.
    event PayloadExecuted(bytes32 indexed payloadId, bytes returnData, uint256 gasUsed);
    /// @notice Emitted beside PayloadExecuted, in the form that clients of the deployed system read.
    /// @param exceededMaxCopy Whether the target returned more than `returnData` has.
    event ExecutionSuccess(bytes32 payloadId, bool exceededMaxCopy, bytes returnData);
    /// @notice Emitted when a plug connects to an app gateway. `appGatewayId` is its address, left-padded to 32 bytes.
    /// Both values are zero when the plug disconnects.
    event PlugConnected(address indexed plug, bytes32 indexed appGatewayId, address switchboard);
    /// @notice Emitted when a plug triggers its app gateway. The watcher calls the app gateway once with `payload` as
    /// calldata, if the app gateway has accepted the plug's triggers.
    event AppGatewayCallRequested(
        bytes32 indexed triggerId,
        bytes32 indexed appGatewayId,
        address indexed plug,
        bytes payload
    );

    /// @notice The payload was already executed. Each payload is executed once; find its PayloadExecuted event.
    error PayloadAlreadyExecuted(bytes32 payloadId);
    /// @notice The signature is not the watcher's, or signs other parameters. Pass the parameters and proof of
    /// PayloadQueued and PayloadFinalized.
    error InvalidProof();
    /// @notice The caller is not connected to an app gateway, so it cannot trigger one. Call `initSocket` on the plug
    /// first. A call to a function that the socket does not have also reverts with this error.
    error PlugDisconnected();
    /// @notice The target is connected to another app gateway, or is the socket itself. Call one of your own plugs, or
    /// a contract that is not a plug.
    error InvalidAppGateway(address target, address appGateway);
    /// @notice The transaction has too little gas for the payload's gas limit. Send more gas, or set a lower `gasLimit`
    /// in the app gateway's overrides.
    error LowGasLimit();
    /// @notice The attached native value differs from the payload's value. Attach exactly `required` wei.
    error MsgValueMismatch(uint256 required, uint256 provided);
}
