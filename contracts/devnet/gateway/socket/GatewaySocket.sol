// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {ExecuteParams, IGatewaySocket} from "../../../gateway/interfaces/IGatewaySocket.sol";
import {Ids} from "../../messaging/Ids.sol";

/// @title The executor of the devnet's chains
/// @notice Accepts the watcher's signature from any submitter. It has no owner and cannot be changed.
contract GatewaySocket is IGatewaySocket {
    struct PlugConfig {
        bytes32 appGatewayId;
        address switchboard;
    }

    /// @dev Gas that the socket itself needs around the call to a target, including the events. Generous, because it
    /// must only be available and is not spent.
    uint256 private constant CALL_OVERHEAD = 80_000;
    /// @dev Limit in bytes; a target can return more data than the executor has gas to log.
    uint256 private constant MAX_RETURN_DATA = 4096;

    /// @inheritdoc IGatewaySocket
    uint32 public immutable chainSlug;
    /// @notice Account whose signature authorizes payloads.
    address public immutable watcher;

    /// @inheritdoc IGatewaySocket
    mapping(bytes32 payloadId => bool) public payloadExecuted;
    /// @inheritdoc IGatewaySocket
    mapping(address plug => PlugConfig) public getPlugConfig;

    uint64 private _triggerCount;
    bytes32 private transient _payloadId;
    address private transient _appGateway;

    constructor(uint32 chainSlug_, address watcher_) {
        chainSlug = chainSlug_;
        watcher = watcher_;
    }

    /// @dev Calldata without a matching function is a trigger for the calling plug's app gateway.
    /// @return The trigger's id.
    // solhint-disable-next-line no-complex-fallback
    fallback(bytes calldata payload) external returns (bytes memory) {
        bytes32 appGatewayId = getPlugConfig[msg.sender].appGatewayId;
        if (appGatewayId == bytes32(0)) revert PlugDisconnected();
        bytes32 triggerId = Ids.encode(chainSlug, address(this), ++_triggerCount);
        emit AppGatewayCallRequested(triggerId, appGatewayId, msg.sender, payload);
        return abi.encode(triggerId);
    }

    /// @inheritdoc IGatewaySocket
    function connect(bytes32 appGatewayId, address switchboard) external {
        getPlugConfig[msg.sender] = PlugConfig(appGatewayId, switchboard);
        emit PlugConnected(msg.sender, appGatewayId, switchboard);
    }

    /// @inheritdoc IGatewaySocket
    function disconnect() external {
        delete getPlugConfig[msg.sender];
        emit PlugConnected(msg.sender, bytes32(0), address(0));
    }

    /// @inheritdoc IGatewaySocket
    /// @dev Marks the payload before the target runs, so a target that reenters finds it executed. If the target
    /// reverts, so does the mark.
    function execute(
        ExecuteParams calldata params,
        bytes calldata proof
    ) external payable returns (bytes memory returnData) {
        if (payloadExecuted[params.payloadId]) revert PayloadAlreadyExecuted(params.payloadId);
        if (msg.value != params.value) revert MsgValueMismatch(params.value, msg.value);
        bytes32 signed = MessageHashUtils.toEthSignedMessageHash(digestOf(params));
        (address signer, ECDSA.RecoverError problem, ) = ECDSA.tryRecover(signed, proof);
        if (problem != ECDSA.RecoverError.NoError || signer != watcher) revert InvalidProof();
        _requireOwnTarget(params);
        payloadExecuted[params.payloadId] = true;

        // A target may execute another payload here, so the current payload is restored afterwards.
        (bytes32 outerPayloadId, address outerAppGateway) = (_payloadId, _appGateway);
        (_payloadId, _appGateway) = (params.payloadId, params.appGateway);
        (uint256 gasUsed, bool isCut) = (0, false);
        (returnData, gasUsed, isCut) = _call(params);
        (_payloadId, _appGateway) = (outerPayloadId, outerAppGateway);
        emit PayloadExecuted(params.payloadId, returnData, gasUsed);
        emit ExecutionSuccess(params.payloadId, isCut, returnData);
    }

    /// @inheritdoc IGatewaySocket
    function currentPayload() external view returns (bytes32 payloadId, address appGateway) {
        return (_payloadId, _appGateway);
    }

    /// @inheritdoc IGatewaySocket
    function digestOf(ExecuteParams calldata params) public view returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    address(this),
                    chainSlug,
                    params.payloadId,
                    params.appGateway,
                    params.target,
                    params.value,
                    params.gasLimit,
                    keccak256(params.callData)
                )
            );
    }

    /// @dev A plug belongs to one app gateway. The socket is not a valid target: a payload could make it connect
    /// itself.
    function _requireOwnTarget(ExecuteParams calldata params) private view {
        bytes32 appGatewayId = getPlugConfig[params.target].appGatewayId;
        bool isForeign = appGatewayId != bytes32(0) && appGatewayId != bytes32(uint256(uint160(params.appGateway)));
        if (isForeign || params.target == address(this)) revert InvalidAppGateway(params.target, params.appGateway);
    }

    /// @dev The EVM caps a call's gas at 63/64 of what is left, without an error. A target that handles running out of
    /// gas would then mistake a call with too little gas for the real one, which cannot be repeated.
    function _call(
        ExecuteParams calldata params
    ) private returns (bytes memory returnData, uint256 gasUsed, bool isCut) {
        bytes memory input = params.callData;
        (address target, uint256 value, uint256 gasLimit) = (params.target, params.value, params.gasLimit);
        uint256 left = gasleft();
        if (left < CALL_OVERHEAD || gasLimit > ((left - CALL_OVERHEAD) / 64) * 63) revert LowGasLimit();
        // Solidity would copy all return data, whatever its length; only assembly can copy a part.
        assembly ("memory-safe") {
            gasUsed := gas()
            let success := call(gasLimit, target, value, add(input, 0x20), mload(input), 0, 0)
            gasUsed := sub(gasUsed, gas())
            let size := returndatasize()
            returnData := mload(0x40)
            if iszero(success) {
                returndatacopy(returnData, 0, size)
                revert(returnData, size)
            }
            if gt(size, MAX_RETURN_DATA) {
                isCut := 1
                size := MAX_RETURN_DATA
            }
            mstore(returnData, size)
            returndatacopy(add(returnData, 0x20), 0, size)
            mstore(0x40, add(returnData, and(add(size, 0x3f), not(0x1f))))
        }
    }
}
