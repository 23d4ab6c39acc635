// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAppGateway} from "../../../gateway/interfaces/IAppGateway.sol";
import {IRequestQueue} from "../../../gateway/interfaces/IRequestQueue.sol";
import {IWatcher} from "../../../gateway/interfaces/IWatcher.sol";
import {IWatcherOperator} from "../interfaces/IWatcherOperator.sol";
import {WatcherConfig} from "./WatcherConfig.sol";

/// @title Part of the watcher contract that calls app gateways
/// @notice An app gateway can ask on whose behalf the watcher calls it. Anyone can make the watcher call anything with
/// a trigger or a timeout, so a call from the watcher proves nothing by itself.
abstract contract WatcherCalls is WatcherConfig {
    address private transient _promiseOf;
    address private transient _callOf;
    /// @inheritdoc IWatcher
    uint32 public transient triggerFromChainSlug;
    /// @inheritdoc IWatcher
    address public transient triggerFromPlug;

    /// @inheritdoc IWatcher
    mapping(address appGateway => mapping(uint32 chainSlug => mapping(address plug => bool))) public isValidPlug;

    mapping(bytes32 triggerId => bool) private _handled;

    /// @inheritdoc IWatcher
    function setValidPlug(bool isValid, uint32 slug, address plug) public {
        isValidPlug[msg.sender][slug][plug] = isValid;
    }

    /// @inheritdoc IWatcher
    function setIsValidPlug(bool isValid, uint32 slug, address plug) external {
        setValidPlug(isValid, slug, plug);
    }

    /// @inheritdoc IWatcherOperator
    function callAppGateway(
        bytes32 triggerId,
        address appGateway,
        uint32 slug,
        address plug,
        bytes calldata payload
    ) external onlyOperator {
        if (_handled[triggerId]) revert TriggerAlreadyHandled(triggerId);
        _handled[triggerId] = true;
        emit TriggerHandled(triggerId, appGateway);
        _requireHarmless(appGateway, payload);
        if (!isValidPlug[appGateway][slug][plug]) revert InvalidPlug(appGateway, slug, plug);
        _chargePayloadFee(appGateway);
        (triggerFromChainSlug, triggerFromPlug) = (slug, plug);
        _callOwn(appGateway, payload);
        (triggerFromChainSlug, triggerFromPlug) = (0, address(0));
    }

    /// @inheritdoc IRequestQueue
    function isPromiseOf(address appGateway) external view returns (bool) {
        return appGateway != address(0) && _promiseOf == appGateway;
    }

    /// @inheritdoc IRequestQueue
    function isCallOf(address appGateway) external view returns (bool) {
        return appGateway != address(0) && _callOf == appGateway;
    }

    function _callPromise(address appGateway, bytes memory data) internal {
        _promiseOf = appGateway;
        _call(appGateway, data);
        _promiseOf = address(0);
    }

    function _callOwn(address appGateway, bytes memory data) internal {
        _callOf = appGateway;
        _call(appGateway, data);
        _callOf = address(0);
    }

    /// @dev A revert of the app gateway's handler must not prevent the payload from being marked.
    function _tryHandleRevert(address appGateway, bytes32 payloadId) internal {
        bytes memory data = abi.encodeCall(IAppGateway.handleRevert, (payloadId));
        _callOf = appGateway;
        // Solidity would copy all return data, whatever its length; assembly copies none.
        assembly ("memory-safe") {
            pop(call(gas(), appGateway, 0, add(data, 0x20), mload(data), 0, 0))
        }
        _callOf = address(0);
    }

    /// @dev Reverts with the called contract's own error.
    function _call(address to, bytes memory data) internal {
        (bool success, bytes memory revertData) = to.call(data);
        if (success) return;
        assembly ("memory-safe") {
            revert(add(revertData, 0x20), mload(revertData))
        }
    }

    /// @dev The fees manager obeys the watcher, and app gateways trust its notifications of a completed request or a
    /// reverted payload. Triggers and timeouts, which anyone can create, must not impersonate it.
    function _requireHarmless(address target, bytes calldata payload) internal view {
        bytes4 selector = bytes4(payload);
        bool isNews =
            selector == IAppGateway.onRequestComplete.selector || selector == IAppGateway.handleRevert.selector;
        if (isNews || target == address(feesManager__) || target == address(this)) {
            revert ForbiddenCall(target, selector);
        }
    }
}
