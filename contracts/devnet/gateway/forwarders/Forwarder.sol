// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IForwarder} from "../../../gateway/interfaces/IForwarder.sol";
import {IPromise} from "../../../gateway/interfaces/IPromise.sol";
import {IRequestQueue} from "../../../gateway/interfaces/IRequestQueue.sol";
import {AsyncDeployer} from "./AsyncDeployer.sol";

/// @title Implementation of every forwarder, behind its beacon proxy
/// @notice It has no storage: the deployer knows which contract each forwarder represents. So there is nothing to
/// initialize, and nothing that someone else could initialize first.
contract Forwarder is IForwarder, IPromise {
    /// @dev Enough to call this contract and write transient storage.
    uint256 private constant PROBE_GAS = 3000;

    IRequestQueue private immutable _watcher;
    AsyncDeployer private immutable _deployer;
    /// @dev This implementation itself, which code behind a proxy cannot know otherwise.
    address private immutable _implementation = address(this);

    /// @dev For `then`, which is in the same transaction as the call before it.
    address private transient _lastCaller;
    bytes32 private transient _lastPayloadId;

    constructor(IRequestQueue watcher_, AsyncDeployer deployer_) {
        _watcher = watcher_;
        _deployer = deployer_;
    }

    /// @dev Queues the app gateway's call for the contract on the other chain. The result arrives later, so nothing is
    /// returned here.
    // solhint-disable-next-line no-complex-fallback
    fallback() external {
        if (address(this) == _implementation && msg.data.length == 0) return _probe();
        if (_isStatic()) revert CalledAsView(msg.sig);
        _lastCaller = msg.sender;
        (address onChainAddress, uint32 chainSlug) = _deployer.originOf(address(this));
        _lastPayloadId = _watcher.queueCall(msg.sender, chainSlug, onChainAddress, msg.data);
    }

    /// @inheritdoc IPromise
    function then(bytes4 selector, bytes calldata data) external returns (address forwarder) {
        bytes32 payloadId = _lastCaller == msg.sender ? _lastPayloadId : bytes32(0);
        _watcher.setCallbackOf(msg.sender, payloadId, selector, data);
        return address(this);
    }

    /// @inheritdoc IForwarder
    function getOnChainAddress() external view returns (address onChainAddress) {
        (onChainAddress, ) = _deployer.originOf(address(this));
    }

    /// @inheritdoc IForwarder
    function getChainSlug() external view returns (uint32 chainSlug) {
        (, chainSlug) = _deployer.originOf(address(this));
    }

    /// @dev Fails when nothing can be written.
    function _probe() private {
        _lastCaller = address(0);
    }

    /// @dev Solidity calls a `view` function so that nothing can be written, and queueing would fail without a reason.
    /// No opcode tells, so this tries to write transient storage, in a call of its own because the failure ends it.
    function _isStatic() private returns (bool) {
        (bool success, ) = _implementation.call{gas: PROBE_GAS}("");
        return !success;
    }
}
